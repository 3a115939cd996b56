import { PHASE_LOOKS } from './phase-looks.ts';

/** The mark of a phase as its bar lies in the strip: prompts above, generation below, both in a mixed step. Decorative. */
export function PhaseMark({ phase }: { readonly phase: string }) {
  const look = PHASE_LOOKS.find((one) => one.phase === phase);
  if (!look) return null;
  const [top, bottom] = look.strip;
  return (
    <svg className="mark" width={10} height={10} viewBox="0 0 10 10" aria-hidden="true">
      <rect x="0" y={top * 10} width="10" height={(bottom - top) * 10} fill={look.colour} />
    </svg>
  );
}
