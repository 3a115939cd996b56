import { useMemo, useState } from 'react';
import type { TableQuery } from '../../workers/engine/engine.ts';
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

/** Folds the rows of a table that is a tree; those of any other are all in sight. What is folded is forgotten with the table. */
export function useTree(shown: ShownRows | null, query: TableQuery): ShownTree {
  const table = shown?.table;
  const [held, hold] = useState<{ readonly of: typeof table; readonly folded: ReadonlySet<number> } | null>(null);
  const depths = table && treeDepths(table, query);
  const folded = useMemo(
    () => (held && held.of === table ? held.folded : depths ? foldedAtFirst(depths) : null),
    [held, table, depths],
  );
  return useMemo(() => {
    if (!shown || !depths || !folded || shown.order.length !== depths.length) {
      return { tree: undefined, order: shown?.order ?? NO_ROWS };
    }
    const fold = (row: number, isFolded: boolean) => {
      const next = new Set(folded);
      if (isFolded) next.add(row);
      else next.delete(row);
      hold({ of: shown.table, folded: next });
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
