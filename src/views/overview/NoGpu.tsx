import styles from './Overview.module.css';

/** In place of the bar: the file has no event at all. */
export function NoEvents() {
  return (
    <p className={styles.empty}>
      <strong>This file holds no events.</strong>
      The profiler was started and recorded nothing; with a schedule, it never reached its active phase. Run more steps
      than wait + warm-up, or call the profiler's step() once a step.
    </p>
  );
}

/** In place of the bar: no GPU work was recorded. */
export function NoGpu() {
  return (
    <p className={styles.empty}>
      <strong>No GPU work was recorded, so there is no GPU time to divide.</strong>
      Host operators are below. To record the GPU, profile with ProfilerActivity.CUDA (it covers ROCm too) on a machine
      whose driver allows tracing; inside a container that can need extra rights.
    </p>
  );
}

/** In place of the bar: there is GPU work, but none in the scope. */
export function NoGpuInScope() {
  return (
    <p className={styles.empty}>
      <strong>No GPU work in this scope.</strong>
      Widen the scope in the header, or press Esc twice to see the whole trace.
    </p>
  );
}
