/** How far traces compress: 13 to 18 times in the files at hand. */
const GZIP_RATIO = 15;
/** Bytes of JSON an event: 261 to 293 in the files at hand; the smaller figure forecasts more events. */
const TEXT_BYTES_PER_EVENT = 260;
/** Columns, call tree and links, what building them needs for a while, and the tables: 103 to 109 in the files at hand. */
const MEMORY_BYTES_PER_EVENT = 110;
/** Code, inflate window and string tables. */
const FIXED_BYTES = 64 * 2 ** 20;
/** What one worker can count on in a 64-bit browser; also the assumption where the browser does not tell the device's memory. */
const WORKER_LIMIT_BYTES = 3.5 * 2 ** 30;

const GZIP_MAGIC = [0x1f, 0x8b];
const ZIP_MAGIC = [0x50, 0x4b];

/** What opening a file will likely take. */
export interface Forecast {
  readonly textBytes: number;
  readonly events: number;
  readonly memoryBytes: number;
}

/** Forecast from a file's size. */
export function forecast(fileBytes: number, compressed: boolean): Forecast {
  const textBytes = compressed ? fileBytes * GZIP_RATIO : fileBytes;
  const events = Math.ceil(textBytes / TEXT_BYTES_PER_EVENT);
  return { textBytes, events, memoryBytes: FIXED_BYTES + events * MEMORY_BYTES_PER_EVENT };
}

/** Forecast for a file; its first bytes tell whether it is compressed. Rejects when the file cannot be read. */
export async function forecastFile(file: Blob): Promise<Forecast> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const startsWith = (magic: readonly number[]) => magic.every((byte, i) => head[i] === byte);
  return forecast(file.size, startsWith(GZIP_MAGIC) || startsWith(ZIP_MAGIC));
}

/** The memory that a trace may take, in bytes. `deviceGigabytes` is `navigator.deviceMemory`, which not every browser has. */
export function memoryLimit(deviceGigabytes: number | undefined): number {
  return Math.min(WORKER_LIMIT_BYTES, (deviceGigabytes ?? Number.POSITIVE_INFINITY) * 2 ** 30);
}
