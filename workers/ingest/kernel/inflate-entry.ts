// The inflate part alone, for tests.
export * from './inflate';
export { crc32, crc32Init, CRC32_TABLES_SIZE } from './crc32';
