import { useEffect, useState } from 'react';
import type { OpenTrace } from '../engine/engine-client.ts';
import { openRevision, openTrace, useApp } from './store.ts';

/** What a trace says to a question: the last value stays while a newer one is on its way, so that nothing jumps. */
export interface Answer<T> {
  readonly value: T | undefined;
  readonly error: string | undefined;
}

const UNASKED = { value: undefined, error: undefined } as const;

/** Lets all that the page asks in the same turn be asked first: the worker answers in that order. */
export async function afterOthers(): Promise<void> {
  await Promise.resolve();
}

/** Shows a value before the whole answer is there; false where the question is no longer asked. */
export type ShowEarly<T> = (value: T) => boolean;

/** Asks the active trace, again whenever the trace, the files beside it or `key` change; `key` must name all that `ask` depends on. */
export function useAnswer<T>(key: string, ask: (trace: OpenTrace, showEarly: ShowEarly<T>) => Promise<T>): Answer<T> {
  const trace = useApp(openTrace);
  const revision = useApp(openRevision);
  const [held, hold] = useState<{ readonly trace: OpenTrace | undefined; readonly answer: Answer<T> }>({
    trace: undefined,
    answer: UNASKED,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for what `ask` closes over, `revision` for what the trace answers by.
  useEffect(() => {
    if (!trace) return;
    let superseded = false;
    const settle = (answer: Answer<T>) => {
      if (!superseded) hold({ trace, answer });
    };
    const showEarly: ShowEarly<T> = (value) => {
      settle({ value, error: undefined });
      return !superseded;
    };
    ask(trace, showEarly).then(
      (value) => settle({ value, error: undefined }),
      (error: unknown) => settle({ value: undefined, error: String(error) }),
    );
    return () => {
      superseded = true;
    };
  }, [trace, revision, key]);
  return held.trace === trace ? held.answer : UNASKED;
}
