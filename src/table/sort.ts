import type { TableQuery } from '../../workers/engine/engine.ts';

export type Sort = NonNullable<TableQuery['sort']>;
