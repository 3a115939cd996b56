import type { TextIdentity } from '../../workers/engine/engine.ts';
import { formatBytes } from '../format/format.ts';
import { dismissAwaited } from '../state/apply-link.ts';
import { useBasis } from '../state/basis.ts';
import { type Lacking, lackingIn, leaveOut } from '../state/lacking.ts';
import { openSummary, useApp } from '../state/store.ts';
import { type Awaited, partTexts } from '../state/trace-parts.ts';
import { useAnswer } from '../state/use-answer.ts';
import { Icon } from './Icon.tsx';
import { openDialog } from './open-dialog.ts';
import styles from './Strip.module.css';

/** Says what cannot be shown of what a link names: its trace is not open, or the trace that is open lacks some of it. */
export function LinkStrip() {
  const awaited = useApp((state) => state.awaited);
  const lacking = useLacking();
  return (
    <>
      {awaited && <AwaitedStrip awaited={awaited} />}
      {lacking.length > 0 && <LackingStrip lacking={lacking} />}
    </>
  );
}

function AwaitedStrip({ awaited }: { readonly awaited: Awaited }) {
  const isOtherOpen = useApp((state) => openSummary(state) !== undefined);
  return (
    <div className={styles.strip} role="note" aria-label="The link is of another trace">
      <Icon name="warning" size={14} />
      <span className={styles.words}>
        {isOtherOpen ? <OfAnother awaited={awaited} /> : <Waiting awaited={awaited} />}
      </span>
      <span className={styles.actions}>
        <button type="button" className="link" onClick={openDialog}>
          Open that trace
        </button>
        <button type="button" className="link" onClick={dismissAwaited}>
          Dismiss
        </button>
      </span>
    </div>
  );
}

function LackingStrip({ lacking }: { readonly lacking: readonly Lacking[] }) {
  return (
    <div className={styles.strip} role="note" aria-label="Not in this trace">
      <Icon name="warning" size={14} />
      <span className={styles.words}>
        <strong>Not in this trace</strong>: {lacking.map(({ text }) => text).join('; ')}.
      </span>
      <span className={styles.actions}>
        <button type="button" className="link" onClick={() => leaveOut(lacking)}>
          Leave out
        </button>
      </span>
    </div>
  );
}

const NOTHING_LACKS: readonly Lacking[] = [];

/** What of all that is to be shown the open trace lacks. */
function useLacking(): readonly Lacking[] {
  const summary = useApp(openSummary);
  const scope = useApp((state) => state.scope);
  const selected = useApp((state) => state.selected);
  const timelineSpan = useApp((state) => state.timelineSpan);
  const basis = useBasis();
  const parts = { scope, selected, timelineSpan, stepsBy: basis.stepsBy };
  const { value } = useAnswer(`lacking ${JSON.stringify(parts)}`, async (trace) =>
    summary ? lackingIn(trace, summary, basis, parts) : NOTHING_LACKS,
  );
  return value ?? NOTHING_LACKS;
}

function OfAnother({ awaited }: { readonly awaited: Awaited }) {
  const parts = partTexts(awaited);
  return (
    <>
      <strong>The link was made on another trace</strong>, {identityText(awaited.file)}.{' '}
      {parts.length === 0 ? 'All that it says is applied to this one.' : `Not applied: ${parts.join(', ')}.`}
    </>
  );
}

function Waiting({ awaited }: { readonly awaited: Awaited }) {
  return (
    <>
      <strong>Open the trace that the link was made on</strong>, {identityText(awaited.file)}: it shows the same then. A
      link holds nothing of a trace.
    </>
  );
}

/** Tells a trace by what a link knows of it: never its name. */
function identityText({ crc32, textBytes }: TextIdentity): string {
  return `${formatBytes(textBytes)} of text with the CRC-32 ${crc32.toString(16).padStart(8, '0')}`;
}
