// Archives for tests, written byte by byte so that they can be odd in every way that the readers must bear.
import zlib from 'node:zlib';

export interface ZipFile {
  readonly name: string;
  readonly content: Buffer;
  readonly method?: number;
  /** Sizes and CRC behind the content, as writers to a pipe do: with signature, without, or wide. */
  readonly descriptor?: 'signed' | 'bare' | 'wide';
  readonly encrypted?: boolean;
  /** Writes all sizes and offsets in zip64 fields. */
  readonly zip64?: boolean;
}

export interface ZipShape {
  readonly prefix?: Buffer;
  /** Offsets count from the end of the prefix, as when something was put in front later. */
  readonly shifted?: boolean;
  readonly comment?: Buffer;
  readonly zip64?: boolean;
  readonly disk?: number;
}

const u16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [i, value] of values.entries()) bytes.writeUInt16LE(value, i * 2);
  return bytes;
};
const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value, i * 4);
  return bytes;
};
const u64 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 8);
  for (const [i, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), i * 8);
  return bytes;
};

/** CRC-32 as zlib writes it behind a gzip stream. */
export function crc32(content: Buffer): number {
  const packed = zlib.gzipSync(content);
  return packed.readUInt32LE(packed.length - 8);
}

const ALL_ONES = 0xffffffff;

/** Writes a zip archive. */
export function zip(files: readonly ZipFile[], shape: ZipShape = {}): Buffer {
  const prefix = shape.prefix ?? Buffer.alloc(0);
  const parts: Buffer[] = [prefix];
  const entries: Buffer[] = [];
  let offset = shape.shifted ? 0 : prefix.length;
  const put = (...buffers: Buffer[]) => {
    for (const buffer of buffers) {
      parts.push(buffer);
      offset += buffer.length;
    }
  };
  for (const file of files) {
    const method = file.method ?? 8;
    const name = Buffer.from(file.name);
    const data = method === 8 ? zlib.deflateRawSync(file.content) : file.content;
    const crc = crc32(file.content);
    const flags = (file.encrypted ? 1 : 0) | (file.descriptor ? 8 : 0) | 0x800;
    const start = offset;
    const known = !file.descriptor;
    const wideLocal = file.zip64 && known;
    const localExtra = wideLocal ? Buffer.concat([u16(1, 16), u64(file.content.length, data.length)]) : Buffer.alloc(0);
    const sizes = wideLocal ? [ALL_ONES, ALL_ONES] : known ? [data.length, file.content.length] : [0, 0];
    put(
      u32(0x04034b50),
      u16(20, flags, method, 0, 0),
      u32(known ? crc : 0, ...sizes),
      u16(name.length, localExtra.length),
    );
    put(name, localExtra, data);
    if (file.descriptor === 'wide') put(u32(0x08074b50, crc), u64(data.length, file.content.length));
    else if (file.descriptor) {
      if (file.descriptor === 'signed') put(u32(0x08074b50));
      put(u32(crc, data.length, file.content.length));
    }
    const extra = file.zip64
      ? Buffer.concat([u16(0x5455, 5), Buffer.alloc(5), u16(1, 24), u64(file.content.length, data.length, start)])
      : Buffer.alloc(0);
    const recorded = file.zip64 ? [ALL_ONES, ALL_ONES] : [data.length, file.content.length];
    entries.push(
      Buffer.concat([
        u32(0x02014b50),
        u16(20, 20, flags, method, 0, 0),
        u32(crc, ...recorded),
        u16(name.length, extra.length, 0, 0, 0),
        u32(0, file.zip64 ? ALL_ONES : start),
        name,
        extra,
      ]),
    );
  }
  const directoryStart = offset;
  put(...entries);
  const directorySize = offset - directoryStart;
  const count = files.length;
  if (shape.zip64) {
    const record = offset;
    put(u32(0x06064b50), u64(44), u16(45, 45), u32(0, 0), u64(count, count, directorySize, directoryStart));
    put(u32(0x07064b50, 0), u64(record), u32(1));
  }
  const disk = shape.disk ?? 0;
  const comment = shape.comment ?? Buffer.alloc(0);
  put(u32(0x06054b50), u16(disk, disk));
  if (shape.zip64) put(u16(0xffff, 0xffff), u32(ALL_ONES, ALL_ONES));
  else put(u16(count, count), u32(directorySize, directoryStart));
  put(u16(comment.length), comment);
  return Buffer.concat(parts);
}

export interface TarFile {
  readonly name: string;
  readonly content: Buffer;
  readonly type?: string;
  readonly kind?: 'ustar' | 'gnu' | 'old';
  readonly prefix?: string;
  /** Writes the size in binary, as GNU does for large files. */
  readonly binarySize?: boolean;
}

/** One header block and its content, padded. */
export function tarEntry({ name, content, type = '0', kind = 'ustar', prefix = '', binarySize }: TarFile): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0, 100, 'utf8');
  header.write('0000644\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  if (binarySize) {
    header[124] = 0x80;
    header.writeUInt32BE(content.length, 132);
  } else {
    header.write(`${content.length.toString(8).padStart(11, '0')} `, 124);
  }
  header.write('00000000000 ', 136);
  header.write(type, 156);
  if (kind === 'ustar') header.write('ustar\x0000', 257);
  if (kind === 'gnu') header.write('ustar  \0', 257);
  header.write(prefix, 345);
  header.write('        ', 148);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

/** A pax header for the entry that follows. */
export function paxHeader(records: Record<string, string>): Buffer {
  const body = Object.entries(records).map(([key, value]) => {
    const rest = Buffer.byteLength(` ${key}=${value}\n`);
    let length = rest + 1;
    while (String(length).length + rest !== length) length++;
    return `${length} ${key}=${value}\n`;
  });
  return tarEntry({ name: 'PaxHeaders/x', type: 'x', content: Buffer.from(body.join('')) });
}

/** A GNU header with the long name of the entry that follows. */
export const longName = (name: string): Buffer =>
  tarEntry({ name: '././@LongLink', type: 'L', kind: 'gnu', content: Buffer.from(`${name}\0`) });

/** Writes a tar archive. */
export const tar = (...parts: readonly (TarFile | Buffer)[]): Buffer =>
  Buffer.concat([...parts.map((part) => (Buffer.isBuffer(part) ? part : tarEntry(part))), Buffer.alloc(1024)]);

/** Trace text of some size. */
export function traceJson(events: number, name = 'aten::mm'): Buffer {
  const rows = Array.from({ length: events }, (_, i) => ({
    ph: 'X',
    name: `${name}_${i % 17}`,
    pid: 1,
    tid: 1,
    ts: i * 3,
    dur: 2,
  }));
  return Buffer.from(JSON.stringify({ schemaVersion: 1, traceEvents: rows }));
}
