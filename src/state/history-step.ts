import { DEFAULT_LINK, type LinkState, writeLink } from './url.ts';

/** What a change of the link is to the browser's history: a step that Back undoes, a move of the selection, or a setting. */
export type LinkChange = 'none' | 'step' | 'selection' | 'setting';

/** Going to another view, table, scope or open trace is a step; opening or closing one and all that is typed or dragged are none. */
export function linkChange(link: LinkState, last: LinkState): LinkChange {
  if (writeLink(link) === writeLink(last)) return 'none';
  if (differs(fileOf, link, last)) return link.file && last.file ? 'step' : 'setting';
  if (differs(placeOf, link, last)) return 'step';
  return differs(selectionOf, link, last) ? 'selection' : 'setting';
}

type Part = (link: LinkState) => Partial<LinkState>;

const fileOf: Part = ({ file }) => ({ file });
const placeOf: Part = ({ view, scope, shownTables, stepsBy }) => ({ view, scope, shownTables, stepsBy });
const selectionOf: Part = ({ selected }) => ({ selected });

function differs(part: Part, a: LinkState, b: LinkState): boolean {
  return writeLink({ ...DEFAULT_LINK, ...part(a) }) !== writeLink({ ...DEFAULT_LINK, ...part(b) });
}
