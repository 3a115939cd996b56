import { type FormEvent, useId, useState } from 'react';
import type { AttentionWindow as Stated } from '../../workers/base/attention-window.ts';
import type { CallDetails } from '../../workers/engine/engine.ts';
import { formatCount } from '../format/format.ts';
import { visibleText } from '../format/visible-text.ts';
import { notify, setAttentionWindows, useApp } from '../state/store.ts';
import styles from './Calls.module.css';

interface AttentionWindowProps {
  readonly attention: NonNullable<CallDetails['attention']>;
}

/** The sliding window of attention layers that no argument tells: which layers seem to have one, and what the user states. */
export function AttentionWindow({ attention }: AttentionWindowProps) {
  const { operator, layers, overRoof } = attention;
  const windows = useApp((state) => state.attentionWindows);
  const stated = windows.filter((one) => one.operator === operator);
  if (overRoof.length === 0 && stated.length === 0) return null;
  return (
    <section>
      <h3>Sliding window{overRoof.length > 0 && ' ?'}</h3>
      {overRoof.length > 0 && (
        <>
          <p>
            {overRoof.length} of {layers.length} layers take less time than reading their whole context would:{' '}
            {layersText(overRoof)}. They read less of it, as layers with a sliding window do.
          </p>
          <WindowField key={operator} operator={operator} layers={overRoof} windows={windows} />
        </>
      )}
      {stated.map((one) => (
        <div key={`${one.keys} ${one.layers}`} className={styles.window}>
          <p>{`You stated ${formatCount(one.keys)} keys, ${one.layers ? layersText(one.layers) : 'all layers'}.`}</p>
          <button
            type="button"
            className="button"
            onClick={() => setAttentionWindows(windows.filter((other) => other !== one))}
          >
            Take it back
          </button>
        </div>
      ))}
    </section>
  );
}

interface WindowFieldProps extends Pick<Stated, 'operator'> {
  readonly layers: readonly number[];
  readonly windows: readonly Stated[];
}

function WindowField({ operator, layers, windows }: WindowFieldProps) {
  const remark = useId();
  const [text, setText] = useState('');
  const [isFaulty, setFaulty] = useState(false);
  const state = (event: FormEvent) => {
    event.preventDefault();
    const keys = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0;
    setFaulty(keys === 0);
    if (keys === 0) return;
    // Of several for a layer the first holds.
    setAttentionWindows([{ operator, layers, keys }, ...windows]);
    notify(`${visibleText(operator)} reads at most ${formatCount(keys)} keys in ${layersText(layers)}`);
  };
  return (
    <form className={styles.window} onSubmit={state}>
      <label>
        Window, keys
        <input
          className={styles.input}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          aria-invalid={isFaulty}
          aria-describedby={remark}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <button type="submit" className="button">
        Apply to {layers.length === 1 ? 'this layer' : 'these layers'}
      </button>
      <p id={remark} className="dim" role="status">
        {isFaulty
          ? 'A whole number above 0, such as 128.'
          : 'As the model’s configuration has it (sliding_window), the query’s own token included.'}
      </p>
    </form>
  );
}

function layersText(layers: readonly number[]): string {
  return `${layers.length === 1 ? 'layer' : 'layers'} ${layers.join(', ')}`;
}
