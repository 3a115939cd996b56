import { openTrace } from '../engine/engine-client.ts';
import { forecastFile, memoryLimit } from '../engine/forecast.ts';
import { FileQueue } from './file-queue.ts';

/** `deviceMemory` is not in every browser. */
declare global {
  interface Navigator {
    readonly deviceMemory?: number;
  }
}

/** The page's queue of files. */
export const files = new FileQueue({
  openTrace,
  worryingForecast: async (file) => {
    const forecast = await forecastFile(file);
    return forecast.memoryBytes > memoryLimit(navigator.deviceMemory) ? forecast : null;
  },
});
