import type { TraceSummary } from '../../../workers/engine/engine.ts';
import { useCaptures } from '../../files/use-captures.ts';
import { formatCount, formatFixed } from '../../format/format.ts';
import { shortText, visibleText } from '../../format/visible-text.ts';
import { ExecutionFacts } from './ExecutionFacts.tsx';
import styles from './Overview.module.css';

/** Who wrote the file, with what, on what, and how its work was launched. */
export function FileFacts({ summary }: { readonly summary: TraceSummary }) {
  const { value: report, error } = useCaptures();
  return (
    <div>
      <h2>This file</h2>
      {/* All at once: what comes later would push down what is there. */}
      {(report || error !== undefined) && (
        <dl className={styles.file}>
          {report && summary.gpuEvents > 0 && <ExecutionFacts report={report} />}
          {summary.facts.map(({ label, value }) => (
            <FactRow key={label} label={label} value={value} />
          ))}
        </dl>
      )}
    </div>
  );
}

function FactRow({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd title={visibleText(value)}>{shortText(value)}</dd>
    </>
  );
}

/** How many events of which category the file holds. */
export function EventCategories({ summary }: { readonly summary: TraceSummary }) {
  const categories = Object.entries(summary.categories).sort(([, a], [, b]) => b - a);
  return (
    <div>
      <h2>Events by category</h2>
      <table className="plain">
        <colgroup>
          <col />
          <col style={{ width: 84 }} />
          <col style={{ width: 56 }} />
        </colgroup>
        <thead>
          <tr>
            <th>
              <span className="hidden">Category</span>
            </th>
            <th className="number">Events</th>
            <th className="number">%</th>
          </tr>
        </thead>
        <tbody>
          {categories.map(([category, count]) => (
            <tr key={category}>
              <th scope="row" title={visibleText(category)}>
                {category === '' ? (
                  <span className="dim">no category</span>
                ) : (
                  <span className="mono">{visibleText(category)}</span>
                )}
              </th>
              <td className="number">{formatCount(count)}</td>
              <td className="number">{formatFixed((count / summary.kept) * 100, 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
