import type { CaptureReport } from '../../../workers/engine/engine.ts';
import { BesideLink } from '../../files/BesideLink.tsx';
import { knownText, MODE_TITLES } from '../../files/execution-texts.ts';
import { visibleText } from '../../format/visible-text.ts';

/** How the trace was executed, what that allows, and what would allow more: rows of the facts. */
export function ExecutionFacts({ report }: { readonly report: CaptureReport }) {
  const { mode, allows, toAdd, notes } = report;
  return (
    <>
      <dt>Execution</dt>
      <dd>
        {MODE_TITLES[mode]}. {visibleText(allows)}
      </dd>
      <dt>Known</dt>
      <dd>{knownText(report)}</dd>
      {toAdd !== null && (
        <>
          <dt>To get more</dt>
          <dd>{visibleText(toAdd)}</dd>
        </>
      )}
      {notes.map((note) => (
        <Note key={note} text={note} />
      ))}
      <dt>Files</dt>
      <dd>
        <BesideLink />
      </dd>
    </>
  );
}

function Note({ text }: { readonly text: string }) {
  return (
    <>
      <dt>Beware</dt>
      <dd>{visibleText(text)}</dd>
    </>
  );
}
