import type { Conventions } from '../base/conventions.ts';
import type { RegisteredModel } from './perf-model.ts';

/** Models by operator name. */
export type ModelTable = Readonly<Record<string, RegisteredModel>>;

/** The names of the published tool, a table a family: together exactly those of its coverage list. */
export const PUBLISHED_TABLES: readonly ModelTable[] = [];

/** Names beyond that list, and models for names that have only a category there. */
export const EXTENDED_TABLES: readonly ModelTable[] = [];

const PUBLISHED: ReadonlyMap<string, RegisteredModel> = merge(PUBLISHED_TABLES);
const EXTENDED: ReadonlyMap<string, RegisteredModel> = new Map([...PUBLISHED, ...merge(EXTENDED_TABLES)]);

/** What is known of an operator by its exact name. */
export function registeredModel(name: string, conventions: Conventions): RegisteredModel | undefined {
  return (conventions.coverage === 'extended' ? EXTENDED : PUBLISHED).get(name);
}

function merge(tables: readonly ModelTable[]): ReadonlyMap<string, RegisteredModel> {
  return new Map(tables.flatMap((table) => Object.entries(table)));
}
