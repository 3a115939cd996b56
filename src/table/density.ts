import { create } from 'zustand';

export type Density = 'compact' | 'loose';

/** Height of a row in px. */
export const ROW_HEIGHT: Readonly<Record<Density, number>> = { compact: 26, loose: 32 };

const KEY = 'roofscope.density';

/** How close the rows of all tables stand; this browser remembers it. */
export const useDensity = create<{ readonly density: Density }>()(() => ({ density: read() }));

export function setDensity(density: Density): void {
  useDensity.setState({ density });
  try {
    localStorage.setItem(KEY, density);
  } catch {
    // Storage is off or full; the choice holds for this visit.
  }
}

function read(): Density {
  try {
    return localStorage.getItem(KEY) === 'loose' ? 'loose' : 'compact';
  } catch {
    return 'compact';
  }
}
