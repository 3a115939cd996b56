import type { LineId } from '../../state/steps-settings.ts';

/** A line of the series. Lines of one group share an axis. */
export interface LineLook {
  readonly id: LineId;
  readonly title: string;
  readonly group: LineGroup;
  readonly colour: string;
  /** As `stroke-dasharray`; lines that share an axis differ in it, so that colour alone tells nothing. */
  readonly dash: string;
}

export type LineGroup = 'requests' | 'tokens' | 'KV tokens';

export const LINE_GROUPS: readonly LineGroup[] = ['requests', 'tokens', 'KV tokens'];

export const LINES: readonly LineLook[] = [
  { id: 'concurrency', title: 'Concurrency', group: 'requests', colour: 'var(--n7)', dash: 'none' },
  { id: 'contextRequests', title: 'Context requests', group: 'requests', colour: 'var(--p-prefill)', dash: '5 2' },
  { id: 'generationRequests', title: 'Generation requests', group: 'requests', colour: 'var(--p-decode)', dash: '2 2' },
  { id: 'tokens', title: 'Tokens', group: 'tokens', colour: 'var(--n7)', dash: 'none' },
  { id: 'kvTokens', title: 'KV tokens', group: 'KV tokens', colour: 'var(--n7)', dash: 'none' },
];
