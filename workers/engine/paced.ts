import type { Progress } from './engine.ts';

/** As often as a person sees a number change. */
const INTERVAL_MS = 50;

/** Passes progress on at most every 50 ms, and whenever a stage begins: each message costs the page a little. */
export function paced(onProgress: (progress: Progress) => void, now = () => performance.now()): typeof onProgress {
  let stage: Progress['stage'] | null = null;
  let last = Number.NEGATIVE_INFINITY;
  return (progress) => {
    const time = now();
    if (progress.stage === stage && time - last < INTERVAL_MS) return;
    stage = progress.stage;
    last = time;
    onProgress(progress);
  };
}
