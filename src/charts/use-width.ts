import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** A ref for an element, and its width in pixels as it changes; 0 until it is measured, which happens before the first paint. */
export function useWidth<T extends Element>(): readonly [ref: RefObject<T | null>, width: number] {
  const ref = useRef<T>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    setWidth(element.getBoundingClientRect().width);
    const observer = new ResizeObserver(([entry]) => setWidth(entry.contentRect.width));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
