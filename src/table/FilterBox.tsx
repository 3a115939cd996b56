import type { KeyboardEvent } from 'react';
import styles from './DataTable.module.css';
import { FILTER_BOX } from './filter-box.ts';

interface FilterBoxProps {
  readonly value: string;
  /** What is filtered: "operators". */
  readonly what: string;
  onChange(value: string): void;
  /** The arrow down leaves the box for the rows. */
  onLeave(): void;
}

/** The words that a row must hold. Escape clears it, then leaves it. */
export function FilterBox({ value, what, onChange, onLeave }: FilterBoxProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') {
      if (value !== '') onChange('');
      else event.currentTarget.blur();
    } else if (event.key === 'ArrowDown') {
      onLeave();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <label className={styles.filter}>
      <svg
        width="12"
        height="12"
        viewBox="0 0 12 12"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.3"
        aria-hidden="true"
      >
        <path d="M5 1.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 1 0 0-7zM7.6 7.6 11 11" />
      </svg>
      <input
        {...FILTER_BOX}
        type="search"
        value={value}
        placeholder="Filter"
        aria-label={`Filter ${what}: words that a row must hold`}
        aria-keyshortcuts="/"
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {value === '' && <kbd>/</kbd>}
    </label>
  );
}
