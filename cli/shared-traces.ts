import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folder of recorded and damaged traces, which are no part of the project. */
export const SHARED = fileURLToPath(new URL('../../shared/', import.meta.url));

/** Why tests over it are skipped, or null where it is there. */
export const SHARED_MISSING = existsSync(SHARED) ? null : `skipped: ${SHARED} is absent`;
