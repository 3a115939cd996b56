import { expect, it } from 'vitest';
import { toMarkdown } from './markdown.ts';

it('writes a head, a rule that sets numbers to the right, and the rows', () => {
  const columns = [
    { title: 'Operator', numeric: false },
    { title: 'Time, ms', numeric: true },
  ];
  expect(toMarkdown(columns, [['mm', '4.100']])).toBe('| Operator | Time, ms |\n| --- | ---: |\n| mm | 4.100 |\n');
});

it('keeps what would be markup or end a cell as text', () => {
  expect(toMarkdown([{ title: 'a|b', numeric: false }], [['f<T*>\n`x_y_`']])).toBe(
    '| a\\|b |\n| --- |\n| f\\<T\\*\\> \\`x\\_y\\_\\` |\n',
  );
});
