import { useId, useState } from 'react';
import { changeSteps, useApp } from '../../state/store.ts';
import styles from './Steps.module.css';
import { type InputId, inputFault, optionsOf, STEADY_INPUTS } from './steady-inputs.ts';

/** What the user may tell of the load. A faulty text is said so in place and counts as not told. */
export function SteadyInputs() {
  const told = useApp((state) => state.stepsSettings.steady);
  const remark = useId();
  const [texts, setTexts] = useState<Partial<Record<InputId, string>>>(() =>
    Object.fromEntries(STEADY_INPUTS.flatMap(({ id }) => (told[id] == null ? [] : [[id, String(told[id])]]))),
  );
  const change = (id: InputId, text: string) => {
    const next = { ...texts, [id]: text };
    setTexts(next);
    changeSteps({ steady: optionsOf(next) });
  };
  const faults = STEADY_INPUTS.flatMap(({ id, label }) => {
    const fault = inputFault(id, texts[id] ?? '');
    return fault === null ? [] : [`${label}: ${fault}.`];
  });
  return (
    <fieldset className={styles.inputs} aria-label="What you know of the load">
      {STEADY_INPUTS.map(({ id, label, description, placeholder }) => (
        <label key={id} title={description}>
          <span>{label}</span>
          <input
            className={styles.input}
            inputMode="decimal"
            autoComplete="off"
            value={texts[id] ?? ''}
            placeholder={placeholder}
            aria-label={`${label}: ${description}`}
            aria-invalid={inputFault(id, texts[id] ?? '') !== null}
            aria-describedby={remark}
            onChange={({ currentTarget }) => change(id, currentTarget.value)}
            onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.blur()}
          />
        </label>
      ))}
      <p id={remark} className={styles.fault} role="status">
        {faults.join(' ')}
      </p>
    </fieldset>
  );
}
