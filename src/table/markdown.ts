/** Head of a column of a Markdown table. */
interface MarkdownColumn {
  readonly title: string;
  readonly numeric: boolean;
}

/** A table as GitHub's Markdown reads it, numbers to the right. Nothing in a cell is taken for markup. */
export function toMarkdown(columns: readonly MarkdownColumn[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const head = line(columns.map(({ title }) => cell(title)));
  const rule = line(columns.map(({ numeric }) => (numeric ? '---:' : '---')));
  return head + rule + rows.map((cells) => line(cells.map(cell))).join('');
}

function cell(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ').replace(/[\\`*_{}[\]<>#|~&]/g, '\\$&');
}
