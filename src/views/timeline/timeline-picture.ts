import { type ChartPicture, svgPicture } from '../../charts/chart-export.ts';
import { resolvedColours } from '../../charts/use-colours.ts';
import { PANE_COLOURS, paneLook } from './pane-look.ts';
import type { PaneScene } from './pane-scene.ts';
import type { RowLayout, RowStack } from './rows.ts';
import type { Stage } from './stage.ts';
import { type PicturePane, RULER, timelineSvg } from './timeline-svg.ts';

/** The timeline as it stands on the page, to take elsewhere; null while no pane is shown. */
export function timelinePicture(
  root: HTMLElement,
  { camera, feed }: Stage,
  scene: Omit<PaneScene, 'hovered' | 'stack'>,
  { pinned, others }: RowLayout,
): ChartPicture | null {
  const sheets = [...root.querySelectorAll<HTMLElement>('[role=application]')];
  if (sheets.length === 0) return null;
  const stacks = sheets.length > 1 ? [pinned, others] : [others];
  const left = root.getBoundingClientRect().left;
  const labels = Math.round(sheets[0].getBoundingClientRect().left - left);
  const panes: PicturePane[] = [];
  let top = RULER;
  for (const [i, sheet] of sheets.entries()) {
    const scrollTop = sheet.parentElement?.parentElement?.scrollTop ?? 0;
    const height = heightOf(sheet, stacks[i], scrollTop);
    const frame = { span: camera.span, scrollTop, width: sheet.clientWidth, height };
    panes.push({ scene: { ...scene, stack: stacks[i] }, frame, top });
    top += height;
  }
  const { entries } = scene.scale;
  const colours = resolvedColours([...PANE_COLOURS, ...entries.map(({ colour }) => colour)]);
  const look = paneLook(scene.scale, colours);
  return svgPicture(() =>
    timelineSvg({
      width: labels + sheets[0].clientWidth,
      height: top,
      labels,
      span: camera.span,
      originNs: scene.originNs,
      panes,
      answer: feed.answer,
      colour: look.colour,
      palette: entries.map(({ colour }) => look.colour(colour)),
      text: look.text,
    }),
  );
}

/** What of a pane is filled with rows. */
function heightOf(sheet: HTMLElement, { height }: RowStack, scrollTop: number): number {
  return Math.max(1, Math.min(sheet.clientHeight, height - scrollTop));
}
