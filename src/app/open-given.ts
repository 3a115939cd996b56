import { formatCount } from '../format/format.ts';
import { files } from '../state/files.ts';
import { notify } from '../state/store.ts';
import type { Given } from './given-files.ts';

/** Opens what the user gave, and says what of it could not be read. */
export function openGiven(given: Given): void {
  files.add(given.files);
  sayWhatIsMissing(given);
}

/** Puts what the user gave beside an open trace, whatever it is. */
export function putBeside(id: number, given: Given): void {
  files.addBeside(id, given.files);
  sayWhatIsMissing(given);
}

function sayWhatIsMissing({ files: given, unreadable, cut }: Given): void {
  const [first] = unreadable;
  if (cut) notify(`The folder holds more than ${formatCount(given.length)} files; the others were left out.`);
  else if (unreadable.length === 1) notify(`${first} could not be read.`);
  else if (unreadable.length > 1) notify(`${first} and ${formatCount(unreadable.length - 1)} more could not be read.`);
  else if (given.length === 0) notify('There are no files in it.');
}
