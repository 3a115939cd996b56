import { useMemo, useState } from 'react';
import type { ColumnResize } from './HeadCell.tsx';

type Widths = Readonly<Record<string, number>>;

/** Widths with the one that is being dragged; only the width at the end of a drag is reported. */
export function useColumnWidths(widths: Widths, onWidths: (widths: Widths) => void) {
  const [draft, setDraft] = useState<Widths>({});
  const current = useMemo(() => ({ ...widths, ...draft }), [widths, draft]);
  const resize: ColumnResize = {
    drag: (id, width) => setDraft({ [id]: width }),
    commit: (id, width) => {
      setDraft({});
      const { [id]: _replaced, ...others } = widths;
      onWidths(width === null ? others : { ...others, [id]: width });
    },
  };
  return { current, resize };
}
