import type { TextIdentity } from '../../workers/engine/engine.ts';
import { formatBytes } from '../format/format.ts';
import { dismissAwaited } from '../state/apply-link.ts';
import { openSummary, useApp } from '../state/store.ts';
import { type Awaited, partTexts } from '../state/trace-parts.ts';
import { Icon } from './Icon.tsx';
import { openDialog } from './open-dialog.ts';
import styles from './Strip.module.css';

/** Says that a link was made on a trace that is not open, and what of it is not applied. */
export function LinkStrip() {
  const awaited = useApp((state) => state.awaited);
  const isOtherOpen = useApp((state) => openSummary(state) !== undefined);
  if (!awaited) return null;
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
