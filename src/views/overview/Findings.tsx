import type { Finding } from '../../../workers/engine/engine.ts';
import { AddBeside } from '../../files/AddBeside.tsx';
import { shortText, visibleText } from '../../format/visible-text.ts';
import { showView } from '../../state/store.ts';
import { VIEW_TITLES } from '../../state/url.ts';
import styles from './Overview.module.css';

const LONGEST_CAUSE = 360;

/** What to look at first: a sentence with its number, the cause, what to do, where it shows. */
export function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  return (
    <div>
      <h2>What to look at first</h2>
      {findings.length === 0 && <p className={styles.caption}>Nothing stands out.</p>}
      <ol className={styles.findings}>
        {findings.map((finding, i) => (
          <li key={finding.id} data-severity={finding.severity}>
            <span className={styles.place}>{i + 1}</span>
            <div>
              <h3 className={styles.sentence} title={visibleText(finding.title)}>
                {shortText(finding.title)}
              </h3>
              <p className={styles.cause} title={visibleText(finding.cause)}>
                {shortText(finding.cause, LONGEST_CAUSE)}
              </p>
              <p className={styles.action}>
                {visibleText(finding.action)} {finding.link && <FindingLink link={finding.link} />}
              </p>
              {finding.id === 'graph-replay' && (
                <div className={styles.add}>
                  <AddBeside />
                </div>
              )}
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

function FindingLink({ link: { view, table, filter } }: { readonly link: NonNullable<Finding['link']> }) {
  return (
    <button type="button" className="link" onClick={() => showView(view, table, filter)}>
      Show in {VIEW_TITLES[view]}
    </button>
  );
}
