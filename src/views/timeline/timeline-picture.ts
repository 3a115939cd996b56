import type { ChartPicture } from '../../charts/chart-export.ts';

export function timelinePicture(..._: unknown[]): ChartPicture | null {
  return null;
}
