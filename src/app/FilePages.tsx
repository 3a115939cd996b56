import type { Refusal } from '../../workers/engine/engine.ts';
import type { EngineFailure } from '../engine/engine-failure.ts';
import { type Forecast, memoryLimit } from '../engine/forecast.ts';
import { formatBytes, formatCount } from '../format/format.ts';
import { files } from '../state/files.ts';
import type { TraceFile } from '../state/trace-file.ts';
import { CopyButton } from './CopyButton.tsx';
import { Message } from './Message.tsx';
import { openDialog } from './open-dialog.ts';

/** A file that could not be opened: what it is, where reading stopped, how much was readable, what to do. */
export function RefusedPage({ file, refusal }: { readonly file: TraceFile; readonly refusal: Refusal }) {
  const { reason, offset, excerpt, readable, advice } = refusal;
  return (
    <Message
      icon="error"
      title={`${file.name} was not opened`}
      actions={
        <>
          <button type="button" className="button primary tall" onClick={openDialog}>
            Open another trace
          </button>
          <CopyButton tall label="Copy details" text={refusalText(file, refusal)} />
          <CloseButton file={file} />
        </>
      }
    >
      <dl>
        <dt>What</dt>
        <dd>{reason}</dd>
        {offset !== null && (
          <>
            <dt>Where</dt>
            <dd>byte {formatCount(offset)} of the text</dd>
          </>
        )}
        <dt>Readable</dt>
        <dd>{readable}</dd>
        <dt>What to do</dt>
        <dd>{advice}</dd>
      </dl>
      {excerpt !== '' && <pre>{excerpt}</pre>}
    </Message>
  );
}

/** A file whose worker ended. */
export function FailedPage({ file, failure }: { readonly file: TraceFile; readonly failure: EngineFailure }) {
  return (
    <Message
      icon="error"
      title={`${file.name} stopped`}
      actions={
        <>
          <button type="button" className="button primary tall" onClick={() => files.retry(file.id)}>
            Open it again
          </button>
          <CopyButton tall label="Copy details" text={`${failure.message}\n${failure.kind}\n${failure.detail}`} />
          <CloseButton file={file} />
        </>
      }
    >
      <p>{failure.message}</p>
      <p>{failure.advice}</p>
    </Message>
  );
}

/** A file that will likely need more memory than there is. */
export function LargePage({ file, forecast }: { readonly file: TraceFile; readonly forecast: Forecast }) {
  return (
    <Message
      icon="warning"
      title={`${file.name} may not fit into memory`}
      actions={
        <>
          <button type="button" className="button primary tall" onClick={() => files.openLarge(file.id)}>
            Open it all the same
          </button>
          <CloseButton file={file} />
        </>
      }
    >
      <p>
        A file of {formatBytes(file.blob.size)} holds about {formatCount(roundedMillions(forecast.events))} million
        events and takes about {formatBytes(forecast.memoryBytes)} of memory; about{' '}
        {formatBytes(memoryLimit(navigator.deviceMemory))} can be had.
      </p>
      <p>
        If memory runs out, only this trace is lost, not the page. Recording fewer steps, or without stacks, makes a
        smaller trace.
      </p>
    </Message>
  );
}

function CloseButton({ file }: { readonly file: TraceFile }) {
  return (
    <button type="button" className="button tall" onClick={() => files.close(file.id)}>
      Close
    </button>
  );
}

function roundedMillions(count: number): number {
  return Math.max(1, Math.round(count / 1e6));
}

function refusalText({ name, blob }: TraceFile, { reason, offset, excerpt, readable, advice }: Refusal): string {
  return [
    `${name}, ${blob.size} bytes`,
    `What: ${reason}`,
    `Where: ${offset === null ? 'no place' : `byte ${offset}`}`,
    `Readable: ${readable}`,
    `What to do: ${advice}`,
    `Excerpt: ${excerpt}`,
  ].join('\n');
}
