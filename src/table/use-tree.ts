import { useMemo, useState } from 'react';
import type { TableQuery } from '../../workers/engine/engine.ts';
import type { RowsOrigin } from './table-source.ts';
import { foldedAtFirst, hasBelow, treeDepths, unfoldedRows } from './tree.ts';
import type { ShownRows } from './use-shown-rows.ts';

/** The tree that the rows of a grid form. */
export interface RowTree {
  readonly isFolded: (row: number) => boolean;
  readonly hasBelow: (row: number) => boolean;
  /** 0 for the top. */
  readonly depth: (row: number) => number;
  readonly fold: (row: number, folded: boolean) => void;
}

interface ShownTree {
  readonly tree: RowTree | undefined;
  /** The rows in sight: without those below folded ones. */
  readonly order: Uint32Array;
}

const NO_ROWS = new Uint32Array(0);

/** Folds the rows of a table that is a tree; those of any other are all in sight. What is folded is forgotten with the rows. */
export function useTree(shown: ShownRows | null, query: TableQuery): ShownTree {
  const origin = shown?.origin;
  const [held, hold] = useState<{ readonly of: RowsOrigin; readonly folded: ReadonlySet<number> } | null>(null);
  const depths = shown ? treeDepths(shown.table, query) : undefined;
  const folded = useMemo(
    () => (held && held.of === origin ? held.folded : depths ? foldedAtFirst(depths) : null),
    [held, origin, depths],
  );
  return useMemo(() => {
    if (!shown || !depths || !folded || shown.order.length !== depths.length) {
      return { tree: undefined, order: shown?.order ?? NO_ROWS };
    }
    const fold = (row: number, isFolded: boolean) => {
      const next = new Set(folded);
      if (isFolded) next.add(row);
      else next.delete(row);
      hold({ of: shown.origin, folded: next });
    };
    const tree: RowTree = {
      isFolded: (row) => folded.has(row),
      hasBelow: (row) => hasBelow(depths, row),
      depth: (row) => depths[row],
      fold,
    };
    return { tree, order: unfoldedRows(depths, folded) };
  }, [shown, depths, folded]);
}
