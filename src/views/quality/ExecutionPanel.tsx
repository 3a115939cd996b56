import type { CaptureReport, MatchCount, SourceShare } from '../../../workers/engine/engine.ts';
import { DetailsPanel } from '../../app/DetailsPanel.tsx';
import { Icon } from '../../app/Icon.tsx';
import { AddBeside } from '../../files/AddBeside.tsx';
import { BesideLink } from '../../files/BesideLink.tsx';
import { MODE_TITLES } from '../../files/execution-texts.ts';
import { useCaptures } from '../../files/use-captures.ts';
import { formatCount, formatDuration, formatShare, MISSING } from '../../format/format.ts';
import { visibleText } from '../../format/visible-text.ts';
import { CaptureList } from './CaptureList.tsx';
import styles from './Execution.module.css';

/** Beside the ledger and the graph launches: how the trace was executed, how operators are known, and what the files beside it gave. */
export function ExecutionPanel() {
  const { value: report, error } = useCaptures();
  return (
    <DetailsPanel title="Execution" subtitle={report && MODE_TITLES[report.mode]}>
      {error !== undefined && <p className={styles.fault}>{error}</p>}
      {report && (
        <>
          <Allowed report={report} />
          <Sources report={report} />
          <Matches matches={report.matches} />
          <CaptureList captures={report.captures} />
        </>
      )}
    </DetailsPanel>
  );
}

function Allowed({ report: { mode, allows, toAdd, notes } }: { readonly report: CaptureReport }) {
  return (
    <section className={styles.section}>
      <p>{visibleText(allows)}</p>
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          <Icon name="warning" size={14} />
          <span>{visibleText(note)}</span>
        </p>
      ))}
      {toAdd !== null && <p className="dim">To get more: {visibleText(toAdd)}</p>}
      <p className="dim">
        Files: <BesideLink />
      </p>
      {mode !== 'eager' && (
        <div className={styles.actions}>
          <AddBeside />
        </div>
      )}
    </section>
  );
}

function Sources({ report }: { readonly report: CaptureReport }) {
  const { sources, withOperator, withShapes, withRoofline } = report;
  if (sources.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3>GPU time in scope, by how its operator is known</h3>
      <SourceTable sources={sources} />
      <dl className={styles.figures}>
        <Part label="Under an operator" share={withOperator} />
        <Part label="With shapes" share={withShapes} />
        <Part label="With a roofline" share={withRoofline} />
      </dl>
    </section>
  );
}

function SourceTable({ sources }: { readonly sources: readonly SourceShare[] }) {
  return (
    <table className="plain">
      <colgroup>
        <col />
        <col style={{ width: 68 }} />
        <col style={{ width: 84 }} />
        <col style={{ width: 60 }} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">By</th>
          <th scope="col" className="number">
            Kernels
          </th>
          <th scope="col" className="number">
            Kernel sum
          </th>
          <th scope="col" className="number">
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {sources.map(({ source, kernels, kernelNs, share }) => (
          <tr key={source}>
            <th scope="row">{source}</th>
            <td className="number">{formatCount(kernels)}</td>
            <td className="number">{formatDuration(kernelNs)}</td>
            <td className="number">{formatShare(share)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A part of the kernel sum; without a share where no device is chosen. */
function Part({ label, share }: { readonly label: string; readonly share: number | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{share === null ? <span title="No device is chosen">{MISSING}</span> : formatShare(share)}</dd>
    </div>
  );
}

function Matches({ matches }: { readonly matches: readonly MatchCount[] }) {
  if (matches.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3>Graph launches of the trace, by their match</h3>
      <table className={`plain ${styles.matches}`}>
        <colgroup>
          <col />
          <col style={{ width: 68 }} />
          <col style={{ width: 84 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Match, or why there is none</th>
            <th scope="col" className="number">
              Launches
            </th>
            <th scope="col" className="number">
              Kernel sum
            </th>
          </tr>
        </thead>
        <tbody>
          {matches.map(({ match, reason, launches, kernelNs }) => (
            <tr key={match}>
              <th scope="row">{visibleText(reason)}</th>
              <td className="number">{formatCount(launches)}</td>
              <td className="number">{formatDuration(kernelNs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
