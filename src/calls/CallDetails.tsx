import type { CallDetails as Details, TableId } from '../../workers/engine/engine.ts';
import { useBasis } from '../state/basis.ts';
import { useAnswer } from '../state/use-answer.ts';
import { AttentionWindow } from './AttentionWindow.tsx';
import { CallArguments } from './CallArguments.tsx';
import { CallStack } from './CallStack.tsx';
import { CallTimes } from './CallTimes.tsx';
import { Derivation } from './Derivation.tsx';
import { KernelUses } from './KernelUses.tsx';
import { RoofBar } from './RoofBar.tsx';
import { RoofTimes } from './RoofTimes.tsx';
import { WhyNot } from './WhyNot.tsx';

/** What stands behind a row of a table of operator calls; nothing for a row without one. */
export function CallDetails({ table, row }: { readonly table: TableId; readonly row: number }) {
  const basis = useBasis();
  const { value, error } = useAnswer(`details ${table} ${row} ${JSON.stringify(basis)}`, (trace) =>
    trace.details(table, basis, row),
  );
  if (error !== undefined) {
    return (
      <section>
        <p>{`These details could not be made. ${error}`}</p>
      </section>
    );
  }
  return value ? <CallFacts details={value} /> : null;
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
