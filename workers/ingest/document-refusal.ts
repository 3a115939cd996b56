import type { JsonValue } from '../base/json.ts';
import type { Kernel } from './kernel.ts';
import type { LedgerEntry } from './ledger.ts';
import type { Refusal } from './refusal.ts';

/** Bits of the kernel's `documentFlags`. */
const LIST_SEEN = 1;
const BEGUN_AS_JSON = 4;

/** What is known of a file that was read to its end. */
interface ReadDocument {
  readonly kernel: Kernel;
  readonly header: Readonly<Record<string, JsonValue>>;
  readonly issues: readonly LedgerEntry[];
  /** The text came out of a compressed file. */
  readonly compressed: boolean;
}

/** Why a text that was read holds no trace, or null when it holds an event list. */
export function documentRefusal({ kernel, header, issues, compressed }: ReadDocument): Refusal | null {
  const flags = kernel.documentFlags();
  const textBytes = kernel.textBytes();
  const keys = Object.keys(header);
  const readable =
    keys.length === 0
      ? 'Nothing.'
      : `The top-level keys: ${keys.slice(0, 12).join(', ')}${keys.length > 12 ? ', …' : ''}.`;
  if (textBytes === 0) {
    return {
      reason: compressed ? 'The file is empty after decompression; the profiler wrote no data.' : 'The file is empty.',
      offset: 0,
      excerpt: '',
      readable: 'Nothing: 0 bytes.',
      advice: 'Record again, and check that the profiler was stopped before the program ended.',
    };
  }
  if ((flags & LIST_SEEN) !== 0) return null;
  if ('nodes' in header && ('schema' in header || 'pid' in header)) {
    return {
      reason: 'This is a PyTorch execution trace (Chakra), not a profiler trace.',
      offset: null,
      excerpt: '',
      readable,
      advice:
        'Open the file that torch.profiler wrote (export_chrome_trace or tensorboard_trace_handler), often named *.pt.trace.json.gz.',
    };
  }
  const cut = issues.find(({ kind }) => kind === 'cut-off');
  if ((flags & BEGUN_AS_JSON) === 0) {
    const junk = issues.find(({ kind }) => kind === 'damaged-header');
    return {
      reason: 'This is not JSON, so it is no trace.',
      offset: junk?.firstOffset ?? 0,
      excerpt: junk?.example ?? '',
      readable: 'No event was found anywhere in the file.',
      advice: 'Open the .json or .json.gz file that the profiler wrote.',
    };
  }
  const notList = issues.find(({ kind }) => kind === 'no-event-list');
  if (notList) {
    return {
      reason: 'traceEvents is not a list in this file.',
      offset: notList.firstOffset,
      excerpt: notList.example,
      readable,
      advice: 'A trace holds a list of events under traceEvents. Open the file as the profiler wrote it.',
    };
  }
  if (cut) {
    return {
      reason: 'The file is cut off before its traceEvents list begins.',
      offset: cut.firstOffset,
      excerpt: cut.example,
      readable,
      advice: 'Copy the file again, or record again if the program crashed while writing.',
    };
  }
  return {
    reason: 'There is no traceEvents list in this file.',
    offset: null,
    excerpt: '',
    readable,
    advice: 'Open the file that torch.profiler wrote; a trace holds its events under the top-level key traceEvents.',
  };
}
