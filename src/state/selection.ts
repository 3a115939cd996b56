import type { TableId } from '../../workers/engine/engine.ts';

/** What the page is about: one thing of the active trace, the same in every view. */
export type Selection =
  /** A row of a table, by what it is about (`rowKey`), so that it is found again on another basis. */
  | { readonly kind: 'row'; readonly table: TableId; readonly key: string }
  /** A call or a kernel, by its event. */
  | { readonly kind: 'event'; readonly event: number }
  | { readonly kind: 'step'; readonly step: number };
