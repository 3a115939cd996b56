import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect } from 'react';

const OVERSCAN = 5;

/** Which places of `count` rows to render: those in sight, a few around them, and `kept`, so that the focus is never lost. */
export function useVirtualRows(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  kept: number,
): { readonly places: number[]; readonly height: number } {
  const rangeExtractor = useCallback(
    (range: Range) => {
      const places = defaultRangeExtractor(range);
      return kept < 0 || places.includes(kept) ? places : [...places, kept].sort((a, b) => a - b);
    },
    [kept],
  );
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    rangeExtractor,
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights are cached, and forgotten when the density changes.
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  return { places: virtualizer.getVirtualIndexes(), height: virtualizer.getTotalSize() };
}
