import { applyLink, useApp } from './store.ts';
import { type LinkState, parseLink, writeLink } from './url.ts';

/**
 * Keeps the address's hash and the store the same. Going to another view, table or scope is a step that the browser's back button
 * undoes; settings (sort, filter, widths, theme) change the address in place. Returns a function that ends it.
 */
export function syncLink(): () => void {
  if (location.hash) applyLink(parseLink(location.hash));
  const follow = () => {
    const link = parseLink(location.hash);
    if (writeLink(link) !== writeLink(useApp.getState())) applyLink(link);
  };
  const unsubscribe = useApp.subscribe((state, last) => {
    const hash = writeLink(state);
    if (hash === writeLink(last) || hash === location.hash) return;
    if (isStep(state, last)) history.pushState(null, '', hash);
    else history.replaceState(null, '', hash);
  });
  addEventListener('popstate', follow);
  addEventListener('hashchange', follow);
  return () => {
    unsubscribe();
    removeEventListener('popstate', follow);
    removeEventListener('hashchange', follow);
  };
}

function isStep(state: LinkState & Files, last: LinkState & Files): boolean {
  // Opening or closing a file may trim the scope; that is no step of the user's.
  if (state.files !== last.files || state.active !== last.active) return false;
  return state.view !== last.view || state.scope !== last.scope || state.shownTables !== last.shownTables;
}

interface Files {
  readonly files: unknown;
  readonly active: unknown;
}
