import { type KeyboardEvent, type RefObject, useId } from 'react';
import type { SearchQuery } from '../../../workers/engine/timeline-engine.ts';
import { IconButton } from '../../app/IconButton.tsx';
import { formatCount } from '../../format/format.ts';
import styles from './Timeline.module.css';
import { NO_QUERY, type Search } from './use-search.ts';

interface SearchBarProps {
  readonly search: Search;
  readonly input: RefObject<HTMLInputElement | null>;
  /** Number of the hit that was gone to last, from 0; -1 for none. */
  readonly current: number;
  onStep(by: 1 | -1): void;
}

const NS_PER_US = 1e3;

/** What to look for among the slices: words or a pattern, in arguments too, and how long. Enter goes to the next one. */
export function SearchBar({ search, input, current, onStep }: SearchBarProps) {
  const { query, setQuery, error } = search;
  const change = (part: Partial<SearchQuery>) => setQuery({ ...query, ...part });
  const fault = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape' && query !== NO_QUERY) setQuery(NO_QUERY);
    else if (event.key === 'Escape') event.currentTarget.blur();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className={styles.search} aria-label="Slices">
      <input
        ref={input}
        type="search"
        className={styles.input}
        value={query.text}
        placeholder="Search slices  /"
        aria-label="Search slices: words that a name must hold"
        aria-keyshortcuts="/"
        aria-invalid={error !== ''}
        aria-describedby={error === '' ? undefined : fault}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => change({ text: event.target.value })}
        onKeyDown={onKeyDown}
      />
      <Toggle label=".*" title="Regular expression" on={query.regex} onToggle={(regex) => change({ regex })} />
      <Toggle
        label="args"
        title="Look in arguments too"
        on={query.inArguments}
        onToggle={(inArguments) => change({ inArguments })}
      />
      <Limit label="At least, µs" sign="≥" value={query.minNs} onChange={(minNs) => change({ minNs })} />
      <Limit label="At most, µs" sign="≤" value={query.maxNs} onChange={(maxNs) => change({ maxNs })} />
      {error === '' ? (
        <span className={styles.count} role="status">
          {countText(search, current)}
        </span>
      ) : (
        <span id={fault} className={styles.fault} role="alert">
          {error}
        </span>
      )}
      {search.hits && search.hits.event.length > 0 && (
        <span className={styles.moves}>
          <IconButton icon="last" label="Slice found before (Shift-Enter)" onClick={() => onStep(-1)} />
          <IconButton icon="next" label="Next slice found (Enter)" onClick={() => onStep(1)} />
        </span>
      )}
    </search>
  );
}

function countText({ hits, isWaiting }: Search, current: number): string {
  if (!hits) return isWaiting ? 'searching' : '';
  const total = hits.event.length;
  if (total === 0) return 'none found';
  return current < 0 ? `${formatCount(total)} found` : `${formatCount(current + 1)} of ${formatCount(total)}`;
}

interface ToggleProps {
  readonly label: string;
  readonly title: string;
  readonly on: boolean;
  onToggle(on: boolean): void;
}

function Toggle({ label, title, on, onToggle }: ToggleProps) {
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-label={title}
      title={title}
      aria-pressed={on}
      onClick={() => onToggle(!on)}
    >
      {label}
    </button>
  );
}

interface LimitProps {
  readonly label: string;
  readonly sign: string;
  readonly value: number | null;
  onChange(ns: number | null): void;
}

/** A limit of the duration; empty for none. */
function Limit({ label, sign, value, onChange }: LimitProps) {
  return (
    <label className={styles.limit} title={label}>
      <span aria-hidden="true">{sign}</span>
      <input
        type="number"
        min="0"
        step="any"
        className={styles.input}
        aria-label={label}
        placeholder="µs"
        value={value === null ? '' : value / NS_PER_US}
        onChange={({ target }) => onChange(target.value === '' ? null : Math.max(0, target.valueAsNumber * NS_PER_US))}
      />
    </label>
  );
}
