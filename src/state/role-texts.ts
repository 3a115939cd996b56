import type { FileRole, KnownFile } from '../../workers/engine/engine.ts';
import { formatCount } from '../format/format.ts';

interface RoleText {
  /** As a choice. */
  readonly title: string;
  readonly one: string;
  readonly many: string;
}

/** What a file beside a trace may be, in the order in which files are counted. */
export const ROLE_TEXTS: Readonly<Record<FileRole, RoleText>> = {
  workload: { title: 'Workload', one: 'other workload', many: 'other workloads' },
  capture: { title: 'Graph capture', one: 'graph capture', many: 'graph captures' },
  eager: { title: 'Eager trace of the same model', one: 'eager trace', many: 'eager traces' },
  details: { title: 'List of captures', one: 'list of captures', many: 'lists of captures' },
  unknown: { title: 'Nothing of use', one: 'not recognised', many: 'not recognised' },
};

export const ROLES: readonly FileRole[] = ['workload', 'capture', 'eager', 'details', 'unknown'];

/** `34 graph captures, 1 list of captures, 2 not recognised`: the files beside a trace, which is the first; "" where there are none. */
export function besideText([, ...beside]: readonly KnownFile[]): string {
  return ROLES.flatMap((role) => {
    const count = beside.filter((file) => file.role === role).length;
    return count === 0 ? [] : [`${formatCount(count)} ${ROLE_TEXTS[role][count === 1 ? 'one' : 'many']}`];
  }).join(', ');
}
