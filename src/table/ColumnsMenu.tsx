import { Menu } from '@base-ui/react/menu';
import { Icon } from '../app/Icon.tsx';
import styles from './DataTable.module.css';
import { setDensity, useDensity } from './density.ts';
import { type ShownColumn, unitSuffix } from './table-columns.ts';

interface ColumnsMenuProps {
  readonly columns: readonly ShownColumn[];
  readonly visible: readonly ShownColumn[];
  /** Ids of the columns to show from now on; null for the table's own choice. */
  onColumns(ids: readonly string[] | null): void;
}

/** Which columns a table shows, and how close its rows stand. */
export function ColumnsMenu({ columns, visible, onColumns }: ColumnsMenuProps) {
  const { density } = useDensity();
  const toggle = (column: ShownColumn) => {
    const shown = columns.filter((other) => (other === column) !== visible.includes(other));
    onColumns(shown.map(({ schema }) => schema.id));
  };
  return (
    <Menu.Root>
      <Menu.Trigger className={`button ${styles.square}`} aria-label="Columns">
        <Columns />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="positioner" align="end" sideOffset={4}>
          <Menu.Popup className="menu">
            <Menu.Group>
              <Menu.GroupLabel className="menu-label">Columns</Menu.GroupLabel>
              {columns.map((column) => {
                const checked = visible.includes(column);
                return (
                  <Menu.CheckboxItem
                    key={column.schema.id}
                    className="menu-item"
                    checked={checked}
                    disabled={checked && visible.length === 1}
                    onCheckedChange={() => toggle(column)}
                  >
                    <Check />
                    <span>
                      {column.schema.title}
                      <span className="dim">{unitSuffix(column)}</span>
                    </span>
                  </Menu.CheckboxItem>
                );
              })}
            </Menu.Group>
            <div className="menu-line" />
            <Menu.Item className="menu-item" closeOnClick={false} onClick={() => onColumns(null)}>
              <span />
              <span>The usual columns</span>
            </Menu.Item>
            <Menu.CheckboxItem
              className="menu-item"
              checked={density === 'loose'}
              onCheckedChange={(loose) => setDensity(loose ? 'loose' : 'compact')}
            >
              <Check />
              <span>More room between rows</span>
            </Menu.CheckboxItem>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Check() {
  return (
    <span>
      <Menu.CheckboxItemIndicator>
        <Icon name="check" size={14} />
      </Menu.CheckboxItemIndicator>
    </span>
  );
}

function Columns() {
  return (
    <svg
      width="14"
      height="14"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      aria-hidden="true"
    >
      <path d="M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10" />
    </svg>
  );
}
