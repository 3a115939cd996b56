import type { Hardware } from '../../workers/roofline/hardware.ts';
import { shortText } from '../format/visible-text.ts';
import type { ShownDevice } from '../state/basis.ts';
import type { PageDialog } from '../state/store.ts';
import { freeName } from './device-names.ts';
import { EMPTY_DEVICE } from './draft.ts';

/** A device read from a file, with the file's name. */
export type DeviceRead = NonNullable<Extract<PageDialog, { kind: 'device' }>['read']>;

/** What the editor begins with. */
export interface EditSubject {
  readonly title: string;
  readonly device: Hardware;
  /** A name that is free, to begin with. */
  readonly name: string;
  /** The saved device in whose place the edited one is saved. */
  readonly replaced: string | null;
  /** What saving does, and what happened to a file that was read. */
  readonly note: string;
}

/** The device to edit: the one just read, else the one that is shown; none known begins empty. */
export function editSubject(
  read: DeviceRead | undefined,
  { hardware, by }: ShownDevice,
  saved: readonly Hardware[],
): EditSubject {
  if (read) {
    const name = freeName(read.hardware.name, 'imported', saved);
    const title = `Device from ${shortText(read.file, 60)}`;
    return { title, device: read.hardware, name, replaced: null, note: readNote(read, name) };
  }
  if (!hardware) {
    const note = 'Enter what you know of the device and save it under a name, in this browser.';
    return { title: 'Figures of a device', device: EMPTY_DEVICE, name: '', replaced: null, note };
  }
  const title = `Figures of ${shortText(hardware.name, 60)}`;
  if (by === 'saved') {
    const note = 'This device is saved in this browser. Another name renames it.';
    return { title, device: hardware, name: hardware.name, replaced: hardware.name, note };
  }
  const note = 'A preset stays as it is: what you edit is saved under a name of its own, in this browser.';
  return { title, device: hardware, name: freeName(hardware.name, 'edited', saved), replaced: null, note };
}

/** Ignored keys that are named; more are counted. */
const NAMED_KEYS = 8;

function readNote({ hardware, ignored }: DeviceRead, name: string): string {
  const sentences = ['Save it to keep it in this browser.'];
  if (name !== hardware.name) sentences.push(`${shortText(hardware.name, 60)} is taken, so it has another name here.`);
  if (hardware.datasheet === hardware.achievable) sentences.push('Its figures count for both roofs.');
  if (ignored.length > 0) {
    const keys = ignored.slice(0, NAMED_KEYS).map((key) => shortText(key, 60));
    const more = ignored.length > NAMED_KEYS ? ` and ${ignored.length - NAMED_KEYS} more` : '';
    sentences.push(`Not understood and left out: ${keys.join(', ')}${more}.`);
  }
  return sentences.join(' ');
}
