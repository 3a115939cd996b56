import { Menu } from '@base-ui/react/menu';
import { Icon } from '../app/Icon.tsx';
import { formatCount } from '../format/format.ts';

interface ExportMenuProps {
  readonly shownRows: number;
  readonly allRows: number;
  readonly selectedRows: number;
  onCsv(which: 'shown' | 'all'): void;
  onCopy(format: CopyFormat): void;
}

export type CopyFormat = 'tsv' | 'markdown';

/** Takes a table's rows elsewhere: as a CSV file, or through the clipboard. */
export function ExportMenu({ shownRows, allRows, selectedRows, onCsv, onCopy }: ExportMenuProps) {
  return (
    <Menu.Root>
      <Menu.Trigger className="button">
        <Icon name="download" size={14} />
        CSV
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="positioner" align="end" sideOffset={4}>
          <Menu.Popup className="menu">
            <Choice title="Download the rows shown" note={formatCount(shownRows)} onClick={() => onCsv('shown')} />
            <Choice title="Download all rows" note={formatCount(allRows)} onClick={() => onCsv('all')} />
            <div className="menu-line" />
            <Choice
              title={selectedRows > 0 ? 'Copy the selected rows' : 'Copy the rows shown'}
              note={`${formatCount(selectedRows || shownRows)}, Ctrl C`}
              onClick={() => onCopy('tsv')}
            />
            <Choice title="Copy them as Markdown" note="" onClick={() => onCopy('markdown')} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Choice({ title, note, onClick }: { readonly title: string; readonly note: string; onClick(): void }) {
  return (
    <Menu.Item className="menu-item" onClick={onClick}>
      <span />
      <span>{title}</span>
      <span className="dim">{note}</span>
    </Menu.Item>
  );
}
