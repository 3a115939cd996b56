import styles from './Steps.module.css';

const MARKS = [
  {
    who: 'vLLM',
    how: 'Start the server with --profiler-config.profiler torch: each step is marked execute_context_… by itself.',
  },
  { who: 'SGLang', how: 'Ask for the profile with "detailed_annotations": true.' },
  { who: 'ATOM', how: 'Start the server with --mark-trace.' },
  { who: 'PyTorch', how: 'Call prof.step() after each iteration; it marks ProfilerStep#N.' },
  {
    who: 'Anything else',
    how: 'Wrap an iteration in torch.profiler.record_function("my step"), and mark steps by that name.',
  },
];

/** Why there are no steps, and what would mark them. */
export function NoSteps() {
  return (
    <div className={styles.none}>
      <h2>No steps to show</h2>
      <p>
        Nothing in this trace marks or repeats like the steps of a server or a loop. Take one of the candidates above,
        mark steps by a name, or record marks:
      </p>
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
