import type { RefObject } from 'react';
import { IconButton } from '../app/IconButton.tsx';
import { notify } from '../state/store.ts';
import styles from './ChartTools.module.css';
import { pngOf, saveAs, svgDocument } from './chart-export.ts';

export interface ChartToolsProps {
  readonly chart: RefObject<SVGSVGElement | null>;
  /** Name of the downloaded file, without its ending. */
  readonly name: string;
  readonly tableShown: boolean;
  readonly onTable: (shown: boolean) => void;
}

/** What every chart offers: copy as PNG, download SVG, show as table. */
export function ChartTools({ chart, name, tableShown, onTable }: ChartToolsProps) {
  const copy = async () => {
    if (!chart.current) return;
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': pngOf(chart.current) })]);
      notify('Chart copied as PNG');
    } catch {
      notify('The browser did not allow copying a picture; download the SVG instead.');
    }
  };
  const download = () => {
    if (chart.current) saveAs(new Blob([svgDocument(chart.current)], { type: 'image/svg+xml' }), `${name}.svg`);
  };
  return (
    <div className={styles.tools}>
      <IconButton icon="copy" label="Copy as PNG" onClick={copy} />
      <IconButton icon="download" label="Download SVG" onClick={download} />
      <IconButton icon="table" label="Show as table" pressed={tableShown} onClick={() => onTable(!tableShown)} />
    </div>
  );
}
