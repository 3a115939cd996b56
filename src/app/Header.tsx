import { ConventionsChip } from '../conventions/ConventionsChip.tsx';
import { DeviceMenu } from '../hardware/DeviceMenu.tsx';
import { openSummary, showDialog, useApp } from '../state/store.ts';
import { FileMenu } from './FileMenu.tsx';
import styles from './Header.module.css';
import { IconButton } from './IconButton.tsx';
import { ScopeChip } from './ScopeChip.tsx';
import { nextTheme } from './theme.ts';

/** Brand, the open traces, the device, the scope, commands, help and theme. */
export function Header() {
  const summary = useApp(openSummary);
  return (
    <header className={styles.header}>
      <div className={styles.brand}>
        <Logo />
        <span className={styles.name}>Roofscope</span>
      </div>
      <FileMenu />
      {summary && <DeviceMenu summary={summary} />}
      {summary && <ScopeChip summary={summary} />}
      {summary && <ConventionsChip />}
      <span className={styles.space} />
      <IconButton icon="search" label="Find a command (Ctrl K)" onClick={() => showDialog({ kind: 'commands' })} />
      <IconButton icon="help" label="Keys and help (?)" onClick={() => showDialog({ kind: 'help' })} />
      <ThemeButton />
    </header>
  );
}

function ThemeButton() {
  const theme = useApp((state) => state.theme);
  return <IconButton icon={theme} label={`Theme: ${theme} (t)`} onClick={nextTheme} />;
}

function Logo() {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 18 18"
      fill="none"
      stroke="var(--accent)"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d="M2 15L8.5 5H16" strokeLinecap="round" strokeLinejoin="round" />
      <circle cx="12" cy="11" r="1.4" fill="var(--accent)" stroke="none" />
    </svg>
  );
}
