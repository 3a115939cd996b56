import type { TableId } from '../../../workers/engine/engine.ts';

/** A grouping of the operators' GPU time: a table, and what its rows are. */
export interface OperatorTable {
  readonly id: TableId;
  readonly title: string;
  readonly noun: { readonly one: string; readonly many: string };
}

/** All divide the same GPU work, so all add up to the same sum. */
export const OPERATOR_TABLES: readonly OperatorTable[] = [
  { id: 'operatorShapes', title: 'Shapes apart', noun: { one: 'call signature', many: 'call signatures' } },
  { id: 'operators', title: 'By name', noun: { one: 'operator or launch', many: 'operators and launches' } },
  { id: 'operatorCategories', title: 'By category', noun: { one: 'category', many: 'categories' } },
  { id: 'modules', title: 'By module', noun: { one: 'module', many: 'modules' } },
  { id: 'operatorKernels', title: 'By kernel', noun: { one: 'kernel', many: 'kernels' } },
];
