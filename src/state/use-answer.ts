import { useEffect, useState } from 'react';
import type { Engine } from '../../workers/engine/engine.ts';
import { openEngine, useApp } from './store.ts';

/** What the engine says to a question: the last value stays while a newer one is on its way, so that nothing jumps. */
export interface Answer<T> {
  readonly value: T | undefined;
  readonly waiting: boolean;
  readonly error: string | undefined;
}

/** Asks the engine of the active trace, again whenever the trace or `key` changes; `key` must name all that `ask` depends on. */
export function useAnswer<T>(key: string, ask: (engine: Engine) => Promise<T>): Answer<T> {
  const engine = useApp(openEngine);
  const [answer, setAnswer] = useState<Answer<T> & { readonly engine: Engine | undefined }>({
    ...UNASKED,
    engine: undefined,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for what `ask` closes over.
  useEffect(() => {
    if (!engine) return;
    let superseded = false;
    setAnswer((last) => ({
      value: last.engine === engine ? last.value : undefined,
      waiting: true,
      error: undefined,
      engine,
    }));
    ask(engine).then(
      (value) => superseded || setAnswer({ value, waiting: false, error: undefined, engine }),
      (error: unknown) =>
        superseded ||
        setAnswer({
          value: undefined,
          waiting: false,
          error: error instanceof Error ? error.message : String(error),
          engine,
        }),
    );
    return () => {
      superseded = true;
    };
  }, [engine, key]);
  return answer.engine === engine ? answer : UNASKED;
}

const UNASKED = { value: undefined, waiting: true, error: undefined } as const;
