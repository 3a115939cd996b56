import type { ReactNode } from 'react';
import styles from './Steps.module.css';

const MARKS: readonly { readonly who: string; readonly how: ReactNode }[] = [
  {
    who: 'vLLM',
    how: (
      <>
        Start the server with <code>--profiler-config.profiler torch</code>: each step is marked{' '}
        <code>execute_context_…</code> by itself.
      </>
    ),
  },
  {
    who: 'SGLang',
    how: (
      <>
        Ask for the profile with <code>"detailed_annotations": true</code>.
      </>
    ),
  },
  {
    who: 'ATOM',
    how: (
      <>
        Start the server with <code>--mark-trace</code>.
      </>
    ),
  },
  {
    who: 'PyTorch',
    how: (
      <>
        Call <code>prof.step()</code> after each iteration; it marks <code>ProfilerStep#N</code>.
      </>
    ),
  },
  {
    who: 'Anything else',
    how: (
      <>
        Wrap an iteration in <code>torch.profiler.record_function("my step")</code>, and mark steps by that name.
      </>
    ),
  },
];

interface NoStepsProps {
  /** The user chose what counts as a step. */
  readonly isChosen: boolean;
  readonly hasCandidates: boolean;
}

/** Why there are no steps, and what would mark them. */
export function NoSteps(props: NoStepsProps) {
  return (
    <div className={styles.none}>
      <h2>No steps to show</h2>
      <p>{reasonOf(props)}, or record marks:</p>
      <dl>
        {MARKS.map(({ who, how }) => (
          <div key={who}>
            <dt>{who}</dt>
            <dd>{how}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function reasonOf({ isChosen, hasCandidates }: NoStepsProps): string {
  if (isChosen) return 'What you chose marks no steps in this trace. Go back to automatic, mark steps by another name';
  return hasCandidates
    ? 'Nothing in this trace marks or repeats like the steps of a server or a loop well enough to be taken by itself. Take one of the candidates above, mark steps by a name'
    : 'Nothing in this trace marks or repeats like the steps of a server or a loop. Mark steps by a name';
}
