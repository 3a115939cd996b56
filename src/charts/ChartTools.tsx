import { Menu } from '@base-ui/react/menu';
import { Icon } from '../app/Icon.tsx';
import { IconButton } from '../app/IconButton.tsx';
import { notify } from '../state/store.ts';
import styles from './ChartTools.module.css';
import { type ChartPicture, saveAs } from './chart-export.ts';

export interface ChartToolsProps {
  /** The chart as it stands, null while it is not drawn; without it there is nothing to take. */
  readonly picture: (() => ChartPicture | null) | null;
  /** Name of the downloaded file, without its ending. */
  readonly name: string;
  readonly tableShown: boolean;
  onTable(shown: boolean): void;
  /** Downloads what the chart shows as numbers. */
  onCsv?(): void;
}

/** What every chart offers: copy as PNG, download as PNG, SVG or numbers, show as table. */
export function ChartTools({ picture, name, tableShown, onTable, onCsv }: ChartToolsProps) {
  const copy = async () => {
    const chart = picture?.();
    if (!chart) return;
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': chart.png() })]);
      notify('Chart copied as PNG');
    } catch {
      notify('The browser did not allow copying a picture; download it instead.');
    }
  };
  const saveSvg = () => {
    const chart = picture?.();
    if (chart) saveAs(new Blob([chart.svg()], { type: 'image/svg+xml' }), `${name}.svg`);
  };
  const savePng = async () => {
    try {
      const png = await picture?.()?.png();
      if (png) saveAs(png, `${name}.png`);
    } catch {
      notify('The picture could not be made; download the SVG instead.');
    }
  };
  return (
    <div className={styles.tools}>
      {picture && (
        <>
          <IconButton icon="copy" label="Copy as PNG" onClick={copy} />
          <Menu.Root>
            <Menu.Trigger className="icon-button" aria-label="Download the chart" title="Download the chart">
              <Icon name="download" />
            </Menu.Trigger>
            <Menu.Portal>
              <Menu.Positioner className="positioner" align="end" sideOffset={4}>
                <Menu.Popup className="menu">
                  <Choice title="Download PNG" note="picture" onClick={savePng} />
                  <Choice title="Download SVG" note="drawing" onClick={saveSvg} />
                  {onCsv && <Choice title="Download CSV" note="points" onClick={onCsv} />}
                </Menu.Popup>
              </Menu.Positioner>
            </Menu.Portal>
          </Menu.Root>
        </>
      )}
      <IconButton icon="table" label="Show as table" pressed={tableShown} onClick={() => onTable(!tableShown)} />
    </div>
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
