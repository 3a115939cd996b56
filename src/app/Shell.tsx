import { useEffect, useRef } from 'react';
import { AddingStrip } from '../files/AddingStrip.tsx';
import { activeFile, useApp } from '../state/store.ts';
import { isSalvaged } from '../state/trace-file.ts';
import { LandingView } from '../views/landing/LandingView.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { FailedPage, LargePage, RefusedPage } from './FilePages.tsx';
import { Header } from './Header.tsx';
import { LinkStrip } from './LinkStrip.tsx';
import { LoadingPage } from './LoadingPage.tsx';
import { MemberDialog } from './MemberDialog.tsx';
import { Navigation } from './Navigation.tsx';
import { SalvageStrip } from './SalvageStrip.tsx';
import styles from './Shell.module.css';
import { StatusBar } from './StatusBar.tsx';
import { VIEWS } from './views.ts';

/** The frame: header, navigation, the view, status bar. The same from loading on, so that nothing moves when a trace is ready. */
export function Shell() {
  const hasFile = useApp((state) => state.active !== null);
  // A page of its own each: the first has no navigation.
  const view = useFocusOfTrace();
  const page = hasFile ? 'trace' : 'landing';
  return (
    <div key={page} className={hasFile ? styles.frame : styles.landing}>
      <button type="button" className={styles.skip} onClick={() => document.getElementById('view')?.focus()}>
        Skip to the view
      </button>
      <Header />
      {hasFile && <Navigation />}
      <main id="view" ref={view} className={styles.main} tabIndex={-1}>
        <LinkStrip />
        <Content />
      </main>
      <StatusBar />
    </div>
  );
}

/** Moves the focus to the view when what held it went away as a trace came, so that it does not fall to the top of the page. */
function useFocusOfTrace() {
  const view = useRef<HTMLElement>(null);
  const active = useApp((state) => state.active);
  const kind = useApp((state) => activeFile(state)?.status.kind);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of the two says that another page is shown.
  useEffect(() => {
    if (active !== null && document.activeElement === document.body) view.current?.focus({ preventScroll: true });
  }, [active, kind]);
  return view;
}

/** What the state of the active file calls for. */
function Content() {
  const file = useApp(activeFile);
  if (!file) return <LandingView />;
  const { status } = file;
  switch (status.kind) {
    case 'queued':
    case 'loading':
      return <LoadingPage file={file} />;
    case 'large':
      return <LargePage file={file} forecast={status.forecast} />;
    case 'choosing':
      return <MemberDialog file={file} members={status.members} />;
    case 'refused':
      return <RefusedPage file={file} refusal={status.refusal} />;
    case 'failed':
      return <FailedPage file={file} failure={status.failure} />;
    case 'open':
      return (
        <>
          {status.adding && <AddingStrip id={file.id} adding={status.adding} />}
          {isSalvaged(status.summary) && <SalvageStrip summary={status.summary} />}
          <ActiveView key={file.id} />
        </>
      );
  }
}

function ActiveView() {
  const active = useApp((state) => state.view);
  const view = VIEWS.find(({ id }) => id === active) ?? VIEWS[0];
  return (
    <ErrorBoundary key={view.id} what={view.title}>
      <view.component />
    </ErrorBoundary>
  );
}
