// The states of inflate. Each has a function that does its work as far as input and output go; it returns the state that comes next,
// or one of the statuses, which end the run and leave the state as it is.

/** What `inflateRun` returns: the statuses. */
export const NEED_INPUT: i32 = 0;
export const OUTPUT_FULL: i32 = 1;
export const DONE: i32 = 2;
export const FAULT: i32 = 3;

export const AT_COPY: i32 = 4;
export const AT_ZLIB_HEADER: i32 = 5;
export const AT_GZIP_HEADER: i32 = 6;
export const AT_BLOCK: i32 = 7;
export const AT_STORED_LENGTH: i32 = 8;
export const AT_STORED: i32 = 9;
export const AT_CODE_COUNTS: i32 = 10;
export const AT_ORDER: i32 = 11;
export const AT_CODE_LENGTHS: i32 = 12;
export const AT_SYMBOL: i32 = 13;
export const AT_DISTANCE: i32 = 14;
export const AT_MATCH: i32 = 15;
export const AT_END_OF_STREAM: i32 = 16;
export const AT_CHECKSUM: i32 = 17;
export const AT_LENGTH: i32 = 18;
export const AT_TRAILING: i32 = 19;

/** Why it faulted. */
export const NO_FAULT: i32 = 0;
export const TRUNCATED: i32 = 1;
export const BAD_HEADER: i32 = 2;
export const BAD_BLOCK_TYPE: i32 = 3;
export const BAD_STORED_LENGTH: i32 = 4;
export const BAD_CODE_LENGTHS: i32 = 5;
export const BAD_CODE: i32 = 6;
export const BAD_DISTANCE: i32 = 7;

export let faultCode: i32 = NO_FAULT;

export function clearFault(): void {
  faultCode = NO_FAULT;
}

/** Ends the stream for good. */
export function fault(code: i32): i32 {
  faultCode = code;
  return FAULT;
}
