import { useMemo } from 'react';
import type { Table } from '../../workers/base/table.ts';
import type { TableQuery } from '../../workers/engine/engine.ts';
import { formatCount } from '../format/format.ts';
import { CategoryMark } from '../styles/CategoryMark.tsx';
import { categoryLook } from '../styles/categories.ts';
import styles from './CategoryChips.module.css';
import { countCategories } from './count-categories.ts';

interface CategoryChipsProps {
  readonly table: Table;
  readonly only: TableQuery['only'] | null;
  onOnly(only: NonNullable<TableQuery['only']> | null): void;
}

/** One chip a category of the table with its number of rows. Pressed ones are shown alone; none pressed shows all. */
export function CategoryChips({ table, only, onOnly }: CategoryChipsProps) {
  const { column, counts } = useMemo(() => countCategories(table), [table]);
  if (column === undefined || counts.length < 2) return null;
  const chosen = only?.column === column ? only.values : [];
  const toggle = (id: string) => {
    const values = chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id];
    onOnly(values.length > 0 ? { column, values } : null);
  };
  return (
    <fieldset className={styles.chips} aria-label="Categories">
      {counts.map(({ id, rows }) => (
        <button
          key={id}
          type="button"
          className={styles.chip}
          aria-pressed={chosen.includes(id)}
          onClick={() => toggle(id)}
        >
          <CategoryMark id={id} />
          {categoryLook(id).label}
          <span className="dim">{formatCount(rows)}</span>
        </button>
      ))}
    </fieldset>
  );
}
