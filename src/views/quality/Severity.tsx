import type { Severity as SeverityId } from '../../../workers/ingest/ledger.ts';
import { Icon } from '../../app/Icon.tsx';
import styles from './Quality.module.css';

const WORDS: Readonly<Record<SeverityId, string>> = { information: 'Information', warning: 'Warning', error: 'Error' };

/** A severity as symbol and word, in its colour. */
export function Severity({ of }: { readonly of: SeverityId }) {
  return (
    <span className={styles.severity} data-severity={of}>
      <Icon name={of} size={14} />
      {WORDS[of]}
    </span>
  );
}
