import { useState } from 'react';
import type { ConventionsName } from '../../workers/base/conventions.ts';
import { isWhole } from '../../workers/base/scope.ts';
import { Icon } from '../app/Icon.tsx';
import { shortText } from '../format/visible-text.ts';
import { useHardware } from '../state/basis.ts';
import { openTrace, useApp } from '../state/store.ts';
import { CONVENTION_FIELDS, CONVENTION_TEXTS, CONVENTIONS_TITLES } from './convention-texts.ts';
import styles from './Differences.module.css';
import { type Effects, useEffects } from './use-effects.ts';

const NAMES: readonly ConventionsName[] = ['corrected', 'tracelens'];

/** Every choice in which the conventions differ, and what the other choice alone would change on the open trace. */
export function Differences() {
  const conventions = useApp((state) => state.conventions);
  const effects = useEffects(CONVENTION_FIELDS);
  const [narrowed, narrow] = useState(false);
  const { known } = effects;
  const shown = narrowed ? CONVENTION_FIELDS.filter((field) => known.get(field)?.length !== 0) : CONVENTION_FIELDS;
  return (
    <>
      <div className={styles.bar}>
        <Progress effects={effects} />
        <label className={styles.narrow}>
          <input type="checkbox" checked={narrowed} onChange={({ currentTarget }) => narrow(currentTarget.checked)} />
          Only what changes
        </label>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <section className={styles.scroll} aria-label="Differences" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Choice</th>
              {NAMES.map((name) => (
                <th key={name} scope="col" data-in-force={name === conventions || undefined}>
                  {name === conventions && <Icon name="check" size={14} />}
                  {CONVENTIONS_TITLES[name]}
                  {name === conventions && <span>in force</span>}
                </th>
              ))}
              <th scope="col">
                {conventions === 'corrected' ? 'With TraceLens’ choice alone' : 'With the corrected choice alone'}
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">All of them together</th>
              <td />
              <td />
              <td>
                <Effect effect={known.get('all')} failed={effects.error !== null} />
              </td>
            </tr>
            {shown.map((field) => {
              const { title, why, ...choices } = CONVENTION_TEXTS[field];
              return (
                <tr key={field}>
                  <th scope="row">
                    {title}
                    <span className={styles.why}>{why}</span>
                  </th>
                  {NAMES.map((name) => (
                    <td key={name} data-in-force={name === conventions || undefined}>
                      {choices[name]}
                    </td>
                  ))}
                  <td>
                    <Effect effect={known.get(field)} failed={effects.error !== null} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** How far the effects are known; read out when they are. */
function Progress({ effects: { known, error } }: { readonly effects: Effects }) {
  const isOpen = useApp((state) => openTrace(state) !== undefined);
  const whole = useApp((state) => isWhole(state.scope));
  const hardware = useHardware();
  const all = CONVENTION_FIELDS.length;
  const answers = CONVENTION_FIELDS.flatMap((field) => {
    const effect = known.get(field);
    return effect ? [effect] : [];
  });
  const changing = answers.filter((effect) => effect.length > 0).length;
  const where = whole ? 'this trace' : 'the scope you look at';
  return (
    <p className={styles.progress}>
      {!isOpen && 'Open a trace to see what each choice changes.'}
      {isOpen && error !== null && `The effects could not be counted: ${shortText(error)}`}
      {isOpen && error === null && answers.length < all && `Counting effects on ${where}: ${answers.length} of ${all}`}
      <span role="status">
        {isOpen && answers.length === all && `${changing} of ${all} choices change the totals of ${where}.`}
      </span>
      {isOpen && !hardware && ' No device is chosen, so effects on roofs are not known.'}
    </p>
  );
}

function Effect({ effect, failed }: { readonly effect: readonly string[] | undefined; readonly failed: boolean }) {
  const isOpen = useApp((state) => openTrace(state) !== undefined);
  if (!effect) return <span className="dim">{isOpen && !failed ? 'counting' : '–'}</span>;
  if (effect.length === 0) return <span className="dim">no effect on the totals</span>;
  return (
    <ul className={styles.effect}>
      {effect.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  );
}
