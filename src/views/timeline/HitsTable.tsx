import { useState } from 'react';
import { useBasis } from '../../state/basis.ts';
import { activeFile, select, useApp } from '../../state/store.ts';
import { DEFAULT_TABLE_SETTINGS } from '../../state/table-settings.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { DataTable, TableFailed, TableWaiting } from '../../table/DataTable.tsx';
import { fileStem } from '../../table/download.ts';
import type { TableSource } from '../../table/table-source.ts';
import { TableChips } from '../../table/ValueChips.tsx';
import type { Search } from './use-search.ts';

interface HitsTableProps {
  readonly search: Search;
  /** Where the filter and the menus go. */
  readonly slot: HTMLElement | null;
}

const NONE: ReadonlySet<number> = new Set();

/** What a search found, a row a slice. */
export function HitsTable({ search: { query }, slot }: HitsTableProps) {
  const basis = useBasis();
  const selected = useApp((state) => state.selected);
  const file = useApp((state) => activeFile(state)?.name ?? '');
  const [settings, setSettings] = useState(DEFAULT_TABLE_SETTINGS);
  const { value, error } = useAnswer(
    `timeline hits ${JSON.stringify([query, basis])}`,
    async (trace): Promise<TableSource> => ({
      table: await trace.timelineHits(basis, query),
      origin: { basis },
      order: (rows) => trace.timelineHitsOrder(basis, query, rows),
      csv: (rows) => trace.timelineHitsCsv(basis, query, rows),
    }),
  );
  if (error !== undefined) return <TableFailed error={error} />;
  if (!value) return <TableWaiting />;
  return (
    <DataTable
      id="hits"
      source={value}
      settings={settings}
      onSettings={(change) => setSettings({ ...settings, ...change })}
      selected={selected}
      onSelected={select}
      related={NONE}
      noun={{ one: 'slice', many: 'slices' }}
      fileName={`${fileStem(file)}.slices`}
      slot={slot}
      chips={(table) => (
        <TableChips table={table} only={settings.only} onOnly={(only) => setSettings({ ...settings, only })} />
      )}
      empty="Search for a name above: what is found is listed here."
      details={() => null}
    />
  );
}
