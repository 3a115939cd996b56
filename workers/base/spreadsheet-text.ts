/** Spreadsheets run cells that begin like this, some after dropping white space and control characters, or with full-width signs. */
const RUNS = /^\p{Cc}|^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;

/** A text cell that no spreadsheet runs: what would be taken for a formula gets an apostrophe before it. */
export function spreadsheetText(text: string): string {
  return RUNS.test(text) ? `'${text}` : text;
}
