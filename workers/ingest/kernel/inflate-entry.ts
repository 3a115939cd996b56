// The inflate part alone, for tests.
export * from './inflate';
