import type { CallDetails } from '../../workers/engine/engine.ts';
import { MISSING } from '../format/format.ts';
import { visibleText } from '../format/visible-text.ts';
import styles from './Calls.module.css';

interface CallArgumentsProps {
  readonly recorded: CallDetails['arguments'];
  readonly others: CallDetails['otherArguments'];
}

/** Every argument of a call as it was recorded. */
export function CallArguments({ recorded, others }: CallArgumentsProps) {
  if (recorded.length === 0 && others.length === 0) return null;
  return (
    <section>
      <h3>Arguments</h3>
      {recorded.length > 0 && (
        <table className={`plain ${styles.arguments}`}>
          <colgroup>
            <col style={{ width: 28 }} />
            <col />
            <col style={{ width: 104 }} />
            <col style={{ width: 88 }} />
          </colgroup>
          <thead>
            <tr>
              <th scope="col" className="number">
                #
              </th>
              <th scope="col">Shape or value</th>
              <th scope="col">Type</th>
              <th scope="col">Strides</th>
            </tr>
          </thead>
          <tbody>
            {recorded.map(({ position, shape, type, strides, value }) => (
              <tr key={position}>
                <td className="number dim">{position}</td>
                <td className="mono">{visibleText(shape || value) || MISSING}</td>
                <td className="mono">{visibleText(type) || MISSING}</td>
                <td className="mono">{visibleText(strides) || MISSING}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {others.length > 0 && (
        <dl className={styles.rows}>
          {others.map(({ label, value }) => (
            <Other key={label} label={label} value={value} />
          ))}
        </dl>
      )}
    </section>
  );
}

function Other({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <>
      <dt>{visibleText(label)}</dt>
      <dd className="mono">{visibleText(value)}</dd>
    </>
  );
}
