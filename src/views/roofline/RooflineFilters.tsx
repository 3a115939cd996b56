import { createPortal } from 'react-dom';
import type { Table } from '../../../workers/base/table.ts';
import type { TableSettings } from '../../state/table-settings.ts';
import { FilterBox } from '../../table/FilterBox.tsx';
import { TableChips } from '../../table/ValueChips.tsx';
import styles from './Roofline.module.css';

interface RooflineFiltersProps {
  readonly slot: HTMLElement | null;
  readonly table: Table;
  /** Shared with the view of the table: what is left out there is left out here. */
  readonly settings: TableSettings;
  onSettings(change: Partial<TableSettings>): void;
  readonly noun: { readonly many: string };
  readonly leastShare: number;
  onLeastShare(share: number): void;
}

const SHARES = [
  { share: 0, title: 'any time' },
  { share: 0.001, title: '≥ 0.1 % of time' },
  { share: 0.01, title: '≥ 1 % of time' },
  { share: 0.05, title: '≥ 5 % of time' },
];

/** The legend, which is the filter by category too, and the filters by bound, share of time and name, in the view's bar. */
export function RooflineFilters(props: RooflineFiltersProps) {
  const { slot, table, settings, onSettings, noun, leastShare, onLeastShare } = props;
  if (!slot) return null;
  return createPortal(
    <>
      <div className={styles.lead}>
        <TableChips table={table} only={settings.only} onOnly={(only) => onSettings({ only })} />
      </div>
      <div className={styles.tools}>
        <select
          className={styles.select}
          aria-label="Least share of the time"
          value={leastShare}
          onChange={(event) => onLeastShare(Number(event.target.value))}
        >
          {SHARES.map(({ share, title }) => (
            <option key={share} value={share}>
              {title}
            </option>
          ))}
        </select>
        <FilterBox
          value={settings.filter}
          what={noun.many}
          onChange={(filter) => onSettings({ filter })}
          onLeave={() => document.querySelector<HTMLElement>('[role=application]')?.focus()}
        />
      </div>
    </>,
    slot,
  );
}
