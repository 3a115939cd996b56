import { createPortal } from 'react-dom';
import type { TableSettings } from '../../state/table-settings.ts';
import { FilterBox } from '../../table/FilterBox.tsx';
import styles from './Roofline.module.css';

interface RooflineFiltersProps {
  readonly slot: HTMLElement | null;
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

/** The filters by share of time and by name, in the view's bar. */
export function RooflineFilters(props: RooflineFiltersProps) {
  const { slot, settings, onSettings, noun, leastShare, onLeastShare } = props;
  if (!slot) return null;
  return createPortal(
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
    </div>,
    slot,
  );
}
