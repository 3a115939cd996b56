import { categoryLook } from './categories.ts';

/** The symbol of a category in its colour, 10 px square unless told otherwise. Decorative: the name stands beside it. */
export function CategoryMark({ id, size = 10 }: { readonly id: string; readonly size?: number }) {
  const { colour, symbol, outline } = categoryLook(id);
  const paint = outline ? { fill: 'none', stroke: colour, strokeWidth: 1.6 } : { fill: colour };
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 10 10" aria-hidden="true">
      <path d={symbol} {...paint} />
    </svg>
  );
}
