import { formatCount } from '../format/format.ts';
import { besideText } from '../state/role-texts.ts';
import { activeFile, showDialog, useApp } from '../state/store.ts';

/** The files beside the trace that is shown, by what they are, and the way to them. */
export function BesideLink() {
  const status = useApp(activeFile)?.status;
  const known = status?.kind === 'open' ? status.known : [];
  return (
    <>
      {besideText(known) || 'none beside the trace'}.{' '}
      <button type="button" className="link" onClick={() => showDialog({ kind: 'files' })}>
        {known.length > 1 ? `Show the ${formatCount(known.length)} files` : 'Show'}
      </button>
    </>
  );
}
