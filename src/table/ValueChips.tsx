import { useMemo } from 'react';
import type { ColumnSchema, Table } from '../../workers/base/table.ts';
import { formatCount } from '../format/format.ts';
import { visibleText } from '../format/visible-text.ts';
import type { TableSettings } from '../state/table-settings.ts';
import { CategoryMark } from '../styles/CategoryMark.tsx';
import { categoryLook } from '../styles/categories.ts';
import { PhaseMark } from '../styles/PhaseMark.tsx';
import { countValues } from './count-values.ts';
import styles from './ValueChips.module.css';

interface TableChipsProps {
  readonly table: Table;
  readonly only: TableSettings['only'];
  onOnly(only: TableSettings['only']): void;
}

/** Chips for the columns of a table that offer them. Pressed ones of a column are shown alone; none pressed shows all. */
export function TableChips({ table, only, onOnly }: TableChipsProps) {
  const offered = table.schema.columns.filter(({ kind, chips }) => kind === 'category' || chips);
  return offered.map((column) => (
    <ValueChips
      key={column.id}
      table={table}
      column={column}
      chosen={only[column.id] ?? []}
      onChosen={(values) => {
        const { [column.id]: _, ...others } = only;
        onOnly(values.length > 0 ? { ...others, [column.id]: values } : others);
      }}
    />
  ));
}

interface ValueChipsProps {
  readonly table: Table;
  readonly column: ColumnSchema;
  readonly chosen: readonly string[];
  onChosen(values: readonly string[]): void;
}

function ValueChips({ table, column, chosen, onChosen }: ValueChipsProps) {
  const counts = useMemo(() => countValues(table, column.id), [table, column.id]);
  // A value that was chosen stays to be seen where no row has it.
  const values = [...counts, ...missing(chosen, counts)];
  if (values.length < 2 && chosen.length === 0) return null;
  return (
    <fieldset className={styles.chips} aria-label={column.title}>
      {values.map(({ value, rows }) => (
        <button
          key={value}
          type="button"
          className={styles.chip}
          aria-pressed={chosen.includes(value)}
          onClick={() =>
            onChosen(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value])
          }
        >
          {column.kind === 'category' && <CategoryMark id={value} />}
          {column.kind === 'phase' && <PhaseMark phase={value} />}
          {column.kind === 'category' ? categoryLook(value).label : visibleText(value)}
          <span className="dim">{formatCount(rows)}</span>
        </button>
      ))}
    </fieldset>
  );
}

function missing(chosen: readonly string[], counts: readonly { readonly value: string }[]) {
  return chosen.filter((value) => !counts.some((count) => count.value === value)).map((value) => ({ value, rows: 0 }));
}
