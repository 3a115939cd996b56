import styles from './Overview.module.css';
import { OverviewFrame, type OverviewFrameProps } from './OverviewFrame.tsx';

/** How many rows a list has before it is known. */
const FINDINGS = 3;
const ROWS = 8;

/** The Overview before its numbers: the same frame with grey where text will be. */
export function Skeleton(props: Omit<OverviewFrameProps, 'left' | 'right'>) {
  return <OverviewFrame {...props} left={<GreyFindings />} right={<GreyTables />} />;
}

export function GreyFindings() {
  return (
    <div>
      <h2>What to look at first</h2>
      <ol className={styles.findings} aria-hidden="true">
        {Array.from({ length: FINDINGS }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: grey rows have nothing else.
          <li key={i}>
            <span className={styles.place}>{i + 1}</span>
            <div className={styles.greyLines}>
              <span className={styles.grey} />
              <span className={styles.grey} />
              <span className={styles.grey} />
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

function GreyTables() {
  return (
    <>
      <GreyTable title="Top operators" />
      <GreyTable title="Top kernels" />
    </>
  );
}

export function GreyTable({ title }: { readonly title: string }) {
  return (
    <div>
      <div className={styles.head}>
        <h2>{title}</h2>
      </div>
      <div className={styles.greyTable} aria-hidden="true">
        {Array.from({ length: ROWS + 1 }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: grey rows have nothing else.
          <div key={i}>{i > 0 && <span className={styles.grey} />}</div>
        ))}
      </div>
    </div>
  );
}
