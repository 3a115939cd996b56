import { scopeWithin } from './scope.ts';
import { type AppState, activated, activeFile, changeApp, openSummary } from './store.ts';
import type { TraceFile } from './trace-file.ts';
import { isSameText, type TraceParts, traceParts } from './trace-parts.ts';
import type { LinkState } from './url.ts';

/**
 * Takes over what a link says. What it says of a trace holds for the open one that it was made on, which is then shown, or for the one that
 * is open where the link names none; else it waits until that trace is opened.
 */
export function applyLink(link: LinkState): void {
  changeApp((state) => {
    const { file, ...look } = link;
    if (!file) return applied(state, look);
    const isOwn = ({ status }: TraceFile) => status.kind === 'open' && isSameText(status.summary.identity, file);
    const shown = activeFile(state);
    if (shown && isOwn(shown)) return applied(state, look);
    const own = state.files.find(isOwn);
    if (own) return applied({ ...state, ...activated(state, own.id) }, look);
    return { ...look, ...traceParts(state), awaited: { file, ...traceParts(link) } };
  });
}

/** Takes over what a link said of a trace that has just been opened, if any did; else keeps of the scope what the trace has. */
export function meetAwaited(id: number): void {
  changeApp((state) => {
    const { files, awaited, active } = state;
    const status = files.find((file) => file.id === id)?.status;
    if (status?.kind !== 'open') return {};
    if (!awaited || !isSameText(status.summary.identity, awaited.file))
      return { scope: scopeWithin(openSummary(state), state.scope) };
    return applied(id === active ? state : { ...state, ...activated(state, id) }, traceParts(awaited));
  });
}

/** Gives up what a link says of a trace that is not open. */
export function dismissAwaited(): void {
  changeApp({ awaited: null });
}

/** A state with what a link says of the trace that is shown, within what the trace has. */
function applied(state: AppState, parts: TraceParts & Partial<AppState>): Partial<AppState> {
  return {
    ...state,
    ...parts,
    awaited: null,
    scope: scopeWithin(openSummary(state), parts.scope),
    // A band is of the steps that it was drawn on.
    ...(parts.stepsBy !== state.stepsBy && { stepsSettings: { ...state.stepsSettings, band: null } }),
  };
}

/** The link to what is shown; as long as no trace is open, that which waits for one. */
export function linkOf(state: AppState): LinkState {
  const summary = openSummary(state);
  return { ...state, file: summary?.identity ?? null, ...(!summary && state.awaited) };
}
