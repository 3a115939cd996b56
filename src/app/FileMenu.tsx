import { Menu } from '@base-ui/react/menu';
import { formatBytes, formatCount, formatShare } from '../format/format.ts';
import { visibleText } from '../format/visible-text.ts';
import { files } from '../state/files.ts';
import { activate, activeFile, showDialog, useApp } from '../state/store.ts';
import type { FileStatus, OpenStatus, TraceFile } from '../state/trace-file.ts';
import styles from './FileMenu.module.css';
import { Icon } from './Icon.tsx';
import { openDialog, openFolderDialog } from './open-dialog.ts';
import { saveReport } from './save-report.ts';

/** The traces that are open or on their way, to change between, close and add to. */
export function FileMenu() {
  const all = useApp((state) => state.files);
  const active = useApp(activeFile);
  if (!active) return null;
  return (
    <Menu.Root>
      <Menu.Trigger className={styles.trigger} aria-label={`Traces: ${visibleText(active.name)}`}>
        <span className={styles.name}>{visibleText(active.name)}</span>
        {all.length > 1 && <span className="dim">{`${all.indexOf(active) + 1} of ${all.length}`}</span>}
        <Icon name="caret" size={14} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="positioner" align="start" sideOffset={4}>
          <Menu.Popup className="menu">
            <Menu.RadioGroup value={active.id} onValueChange={(id) => activate(Number(id))}>
              {all.map((file) => (
                <FileItem key={file.id} file={file} />
              ))}
            </Menu.RadioGroup>
            <div className="menu-line" />
            <Menu.Item className="menu-item" onClick={openDialog}>
              <Icon name="open" size={14} />
              <span>Open traces…</span>
              <span className="dim">Ctrl O</span>
            </Menu.Item>
            <Menu.Item className="menu-item" onClick={openFolderDialog}>
              <Icon name="open" size={14} />
              <span>Open a folder…</span>
              <span className="dim">Shift O</span>
            </Menu.Item>
            {active.status.kind === 'open' && <OpenItems status={active.status} />}
            <Menu.Item className="menu-item" onClick={() => files.close(active.id)}>
              <Icon name="close" size={14} />
              <span>
                {isReading(active.status) ? 'Cancel' : 'Close'} {visibleText(active.name)}
              </span>
              <span className="dim">Shift W</span>
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** What can be done with an open trace. */
function OpenItems({ status: { known } }: { readonly status: OpenStatus }) {
  const beside = known.length - 1;
  return (
    <>
      <Menu.Item className="menu-item" onClick={() => showDialog({ kind: 'files' })}>
        <Icon name="table" size={14} />
        <span>{`Files of this trace…${beside > 0 ? ` (${formatCount(beside)} beside it)` : ''}`}</span>
        <span className="dim">F</span>
      </Menu.Item>
      <Menu.Item className="menu-item" onClick={() => void saveReport('zip')}>
        <Icon name="download" size={14} />
        <span>Report as CSV files (zip)</span>
        <span className="dim">Shift E</span>
      </Menu.Item>
      <Menu.Item className="menu-item" onClick={() => void saveReport('xlsx')}>
        <Icon name="download" size={14} />
        <span>Report as workbook (.xlsx)</span>
        <span className="dim">Shift X</span>
      </Menu.Item>
    </>
  );
}

function FileItem({ file }: { readonly file: TraceFile }) {
  return (
    <Menu.RadioItem className="menu-item" value={file.id} closeOnClick>
      <span>
        <Menu.RadioItemIndicator>
          <Icon name="check" size={14} />
        </Menu.RadioItemIndicator>
      </span>
      <span>{visibleText(file.name)}</span>
      <span className="dim">{statusText(file)}</span>
    </Menu.RadioItem>
  );
}

function isReading(status: FileStatus): boolean {
  return status.kind === 'queued' || status.kind === 'loading';
}

function statusText({ status, blob }: TraceFile): string {
  switch (status.kind) {
    case 'queued':
      return 'waiting';
    case 'loading':
      return status.progress ? formatShare(status.progress.readBytes / status.progress.totalBytes) : 'starting';
    case 'large':
      return 'very large';
    case 'choosing':
      return 'archive: choose';
    case 'open':
      return `${formatCount(status.summary.events)} events · ${formatBytes(blob.size)}`;
    case 'refused':
      return 'not opened';
    case 'failed':
      return 'stopped';
  }
}
