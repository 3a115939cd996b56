import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

export interface Size {
  readonly width: number;
  readonly height: number;
}

const UNMEASURED: Size = { width: 0, height: 0 };

/** A ref for an element, and its size in whole pixels as it changes; 0 by 0 until it is measured, which happens before the first paint. */
export function useSize<T extends Element>(): readonly [ref: RefObject<T | null>, size: Size] {
  const ref = useRef<T>(null);
  const [size, setSize] = useState(UNMEASURED);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const { width, height } = element.getBoundingClientRect();
      setSize({ width: Math.floor(width), height: Math.floor(height) });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size];
}
