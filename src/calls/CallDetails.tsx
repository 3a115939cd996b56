import type { Basis, CallDetails as Details, TableId } from '../../workers/engine/engine.ts';
import { useAnswer } from '../state/use-answer.ts';
import { AttentionWindow } from './AttentionWindow.tsx';
import { CallArguments } from './CallArguments.tsx';
import { CallStack } from './CallStack.tsx';
import styles from './Calls.module.css';
import { CallTimes } from './CallTimes.tsx';
import { Derivation } from './Derivation.tsx';
import { KernelUses } from './KernelUses.tsx';
import { RoofBar } from './RoofBar.tsx';
import { RoofTimes } from './RoofTimes.tsx';
import { WhyNot } from './WhyNot.tsx';

interface CallDetailsProps {
  readonly id: TableId;
  /** What the table was made on, which the page's may be ahead of. */
  readonly basis: Basis;
  readonly row: number;
}

/** What stands behind a row of a table of operator calls; nothing for a row without one. */
export function CallDetails({ id, basis, row }: CallDetailsProps) {
  const key = `details ${id} ${row} ${JSON.stringify(basis)}`;
  const { value, error } = useAnswer(key, async (trace) => ({ of: key, details: await trace.details(id, basis, row) }));
  if (error !== undefined) {
    return (
      <section>
        <p>{`These details could not be made. ${error}`}</p>
      </section>
    );
  }
  if (!value?.details) return null;
  return (
    <div className={styles.details} aria-busy={value.of !== key}>
      <CallFacts details={value.details} />
    </div>
  );
}

/** All that is known of an operator call. */
export function CallFacts({ details }: { readonly details: Details }) {
  const { estimate, whyNot, roof, category, attention } = details;
  return (
    <>
      {details.example !== null && (
        <section>
          <p className="dim">{details.example}</p>
        </section>
      )}
      {roof && <RoofBar details={details} roof={roof} />}
      {estimate && <Derivation of="flops" estimate={estimate} category={category} />}
      {estimate && <Derivation of="bytes" estimate={estimate} category={category} />}
      {attention && <AttentionWindow attention={attention} />}
      {estimate && <RoofTimes estimate={estimate} roof={roof} />}
      {whyNot && <WhyNot reason={whyNot} />}
      <CallTimes calls={details.calls} roofNs={roof?.time == null ? null : roof.time * 1e3} category={category} />
      <KernelUses kernels={details.kernels} />
      <CallArguments recorded={details.arguments} others={details.otherArguments} />
      <CallStack title="Module" frames={details.modulePath} />
      <CallStack title="Called from" frames={details.callStack} />
    </>
  );
}
