import { appState, notify, setTheme, useApp } from '../state/store.ts';
import { THEMES, type ThemeChoice } from '../state/url.ts';

/** Puts the chosen theme on the page and keeps it there; `system` leaves it to the system. */
export function applyTheme(): void {
  const apply = (theme: ThemeChoice) => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  apply(appState().theme);
  useApp.subscribe((state, last) => {
    if (state.theme !== last.theme) apply(state.theme);
  });
}

/** Goes to the next of the themes, in turn. */
export function nextTheme(): void {
  const theme = THEMES[(THEMES.indexOf(appState().theme) + 1) % THEMES.length];
  setTheme(theme);
  notify(`Theme: ${theme === 'system' ? 'as the system' : theme}`);
}
