import { type FormEvent, useId, useState } from 'react';
import type { StepDetection } from '../../../workers/engine/engine.ts';
import { useBasis } from '../../state/basis.ts';
import { appState, openTrace, setStepsBy, useApp } from '../../state/store.ts';
import { choiceFault } from './detection-text.ts';
import styles from './Steps.module.css';

/** Steps marked by a name of the user's own. What finds nothing is refused in place, and the steps stay as they are. */
export function NameField({ detection }: { readonly detection: StepDetection }) {
  const stepsBy = useApp((state) => state.stepsBy);
  const trace = useApp(openTrace);
  const basis = useBasis();
  const [text, setText] = useState(typeof stepsBy === 'string' ? stepsBy : '');
  const [refused, setRefused] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const remark = useId();
  const fault = refused ?? choiceFault(detection, stepsBy);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const pattern = text.trim();
    if (!trace || pattern === '') return;
    setAsking(true);
    try {
      const found = await trace.stepDetection({ ...basis, stepsBy: pattern });
      const wrong = choiceFault(found, pattern);
      setRefused(wrong);
      const now = appState();
      const isOvertaken = openTrace(now) !== trace || now.stepsBy !== stepsBy;
      if (wrong === null && !isOvertaken) setStepsBy(pattern);
    } catch (error) {
      setRefused(error instanceof Error ? error.message : String(error));
    } finally {
      setAsking(false);
    }
  };
  return (
    <form className={styles.naming} onSubmit={submit}>
      <label>
        <span>Mark steps by name</span>
        <input
          className={styles.input}
          value={text}
          placeholder="forward_step or /^step_\d+$/"
          spellCheck={false}
          autoComplete="off"
          aria-invalid={fault !== null}
          aria-describedby={remark}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setRefused(null);
          }}
        />
      </label>
      <button type="submit" className="button" disabled={asking || text.trim() === ''}>
        Mark
      </button>
      {stepsBy !== null && (
        <button type="button" className="button" onClick={() => setStepsBy(null)}>
          Back to automatic
        </button>
      )}
      <p id={remark} className={fault === null ? 'dim' : styles.fault} role="status">
        {fault ??
          'A step begins wherever a slice of the host has this in its name; between slashes it is a regular expression.'}
      </p>
    </form>
  );
}
