import { applyLink, linkOf } from './apply-link.ts';
import { linkChange } from './history-step.ts';
import { activeFile, useApp } from './store.ts';
import { parseLink, writeLink } from './url.ts';

/** A selection that moves on sooner than this, in ms, with no step between, is one step of the history with the one before. */
const MOVING_MS = 1000;

/** Marks the entries that the page made itself, against links that were typed or pasted. */
const OWN = { page: 'roofscope' };

/**
 * Keeps the address's hash and the store the same. What `linkChange` calls a step is an entry of the browser's history; settings change the
 * address in place. Returns a function that ends it.
 */
export function syncLink(): () => void {
  if (location.hash) applyLink(parseLink(location.hash));
  let shown = linkOf(useApp.getState());
  let isAsked = false;
  let selectedAt = Number.NEGATIVE_INFINITY;

  const follow = () => {
    const link = parseLink(location.hash);
    if (writeLink(link) === writeLink(shown)) return;
    // The theme is how the page looks everywhere: going back does not change it.
    applyLink(history.state === null ? link : { ...link, theme: useApp.getState().theme });
    shown = linkOf(useApp.getState());
  };
  const write = () => {
    isAsked = false;
    const state = useApp.getState();
    // What is shown of a trace is known when it is open.
    const file = activeFile(state);
    if (file && file.status.kind !== 'open') return;
    const link = linkOf(state);
    const change = linkChange(link, shown);
    const moves = change === 'selection' && performance.now() - selectedAt < MOVING_MS;
    if (change === 'selection') selectedAt = performance.now();
    if (change === 'step') selectedAt = Number.NEGATIVE_INFINITY;
    shown = link;
    if (change === 'step' || (change === 'selection' && !moves)) history.pushState(OWN, '', writeLink(link));
    else if (change !== 'none') history.replaceState(OWN, '', writeLink(link));
  };
  // Several changes at once, as of a view and what is selected in it, are one.
  const unsubscribe = useApp.subscribe(() => {
    if (!isAsked) queueMicrotask(write);
    isAsked = true;
  });
  addEventListener('popstate', follow);
  addEventListener('hashchange', follow);
  return () => {
    unsubscribe();
    removeEventListener('popstate', follow);
    removeEventListener('hashchange', follow);
  };
}
