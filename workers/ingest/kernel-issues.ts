import { issueEntry } from './issue-texts.ts';
import type { Kernel } from './kernel.ts';
import type { LedgerEntry } from './ledger.ts';

/** The kernel's counts of what happened to the text, worded. */
export function kernelIssues(kernel: Kernel): LedgerEntry[] {
  const { buffer } = kernel.memory;
  const view = new DataView(buffer);
  const decoder = new TextDecoder();
  const entries: LedgerEntry[] = [];
  for (let issue = 0; issue < kernel.issueKinds(); issue++) {
    const record = kernel.issueRecord(issue);
    const count = view.getUint32(record, true);
    if (count === 0) continue;
    const excerpt = new Uint8Array(buffer, record + 16, view.getUint32(record + 4, true));
    const offset = Number(view.getBigUint64(record + 8, true));
    entries.push(issueEntry(issue, count, offset, visible(decoder.decode(excerpt))));
  }
  return entries;
}

/** One line of text in which control characters show as their pictures and runs of white space as one space. */
function visible(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/\p{Cc}/gu, (c) => {
    const code = c.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
  });
}
