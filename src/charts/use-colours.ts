import { useEffect, useState } from 'react';

/**
 * Colours as a canvas takes them: CSS values, tokens among them, as they stand in the theme of the page now. The values must be the
 * same array at every call.
 */
export function useColours(values: readonly string[]): ReadonlyMap<string, string> {
  const [colours, setColours] = useState(() => resolvedColours(values));
  useEffect(() => {
    const update = () => setColours(resolvedColours(values));
    update();
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', update);
    const observer = new MutationObserver(update);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      dark.removeEventListener('change', update);
      observer.disconnect();
    };
  }, [values]);
  return colours;
}

/** Colours as they stand now: the browser resolves tokens and `light-dark()` only where they are used. */
export function resolvedColours(values: readonly string[]): ReadonlyMap<string, string> {
  const probe = document.createElement('span');
  document.body.append(probe);
  try {
    return new Map(
      values.map((value) => {
        probe.style.color = value;
        return [value, getComputedStyle(probe).color] as const;
      }),
    );
  } finally {
    probe.remove();
  }
}
