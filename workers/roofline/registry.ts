import type { Conventions } from '../base/conventions.ts';
import {
  ATTENTION_OVER_CACHE,
  flashInferModel,
  MORE_ATTENTION_OVER_CACHE,
} from './models/attention-cache-operators.ts';
import { ATTENTION, MORE_ATTENTION } from './models/attention-operators.ts';
import { COLLECTIVES } from './models/collectives.ts';
import { CONVOLUTION, MORE_CONVOLUTION } from './models/convolution.ts';
import { CROSS_ENTROPY } from './models/cross-entropy.ts';
import { ELEMENTWISE } from './models/elementwise.ts';
import { FILLS } from './models/fills.ts';
import { GATED_DELTA_NET, MORE_GATED_DELTA_NET } from './models/gated-delta-net.ts';
import { GEMM, MORE_GEMM } from './models/gemm.ts';
import { GEMM_QUANTISED, MORE_GEMM_QUANTISED } from './models/gemm-quantised.ts';
import { GROUPED_GEMM, MORE_GROUPED_GEMM } from './models/grouped-gemm.ts';
import { HYPER_CONNECTIONS } from './models/hyper-connections.ts';
import { KV_CACHE, MORE_KV_CACHE } from './models/kv-cache.ts';
import { LOSSES } from './models/losses.ts';
import { MOE, MORE_MOE } from './models/moe.ts';
import { MOE_ROUTING, MORE_MOE_ROUTING } from './models/moe-routing.ts';
import { MOVEMENT } from './models/movement.ts';
import { NORMALISATION } from './models/normalisation.ts';
import { POINTWISE } from './models/pointwise.ts';
import { MORE_QUANTISATION, QUANTISATION } from './models/quantisation.ts';
import { MORE_REDUCE, REDUCE } from './models/reduce.ts';
import { MORE_RMS_NORM, RMS_NORM } from './models/rmsnorm.ts';
import { MORE_ROPE, ROPE } from './models/rope.ts';
import { SELECTION } from './models/selection.ts';
import { SOFTMAX } from './models/softmax.ts';
import { STATE_SPACE } from './models/state-space.ts';
import { TENSOR_LISTS } from './models/tensor-lists.ts';
import { tritonModel } from './models/triton.ts';
import type { RegisteredModel } from './perf-model.ts';

/** Models by operator name. */
export type ModelTable = Readonly<Record<string, RegisteredModel>>;

/** The names of the published tool, a table a family: together exactly those of its coverage list. */
export const PUBLISHED_TABLES: readonly ModelTable[] = [
  GEMM,
  GEMM_QUANTISED,
  GROUPED_GEMM,
  MOE,
  MOE_ROUTING,
  CONVOLUTION,
  ATTENTION,
  ATTENTION_OVER_CACHE,
  GATED_DELTA_NET,
  NORMALISATION,
  RMS_NORM,
  ELEMENTWISE,
  REDUCE,
  ROPE,
  KV_CACHE,
  QUANTISATION,
  CROSS_ENTROPY,
  STATE_SPACE,
  COLLECTIVES,
  HYPER_CONNECTIONS,
];

/** Names beyond that list, and models for names that have only a category there. */
export const EXTENDED_TABLES: readonly ModelTable[] = [
  MORE_GEMM,
  MORE_GEMM_QUANTISED,
  MORE_GROUPED_GEMM,
  MORE_MOE,
  MORE_MOE_ROUTING,
  MORE_CONVOLUTION,
  MORE_ATTENTION,
  MORE_ATTENTION_OVER_CACHE,
  MORE_GATED_DELTA_NET,
  MORE_RMS_NORM,
  MORE_REDUCE,
  MORE_ROPE,
  MORE_KV_CACHE,
  MORE_QUANTISATION,
  POINTWISE,
  SOFTMAX,
  FILLS,
  MOVEMENT,
  SELECTION,
  LOSSES,
  TENSOR_LISTS,
];

const PUBLISHED: ReadonlyMap<string, RegisteredModel> = merge(PUBLISHED_TABLES);
const EXTENDED: ReadonlyMap<string, RegisteredModel> = new Map([...PUBLISHED, ...merge(EXTENDED_TABLES)]);

/** What is known of an operator by its exact name, or of a compiled kernel by its name's form. */
export function registeredModel(name: string, conventions: Conventions): RegisteredModel | undefined {
  if (conventions.coverage === 'published') return PUBLISHED.get(name) ?? tritonModel(name);
  return EXTENDED.get(withoutWrapperNumber(name)) ?? flashInferModel(name) ?? tritonModel(name);
}

/** SGLang's profiler numbers what it patches, a number a call site. */
const NUMBERED = /^(sglang_profiler::.*)_\d+$/;

/** The name of an operator without the number of the call site that SGLang's profiler adds. */
export function withoutWrapperNumber(name: string): string {
  return name.replace(NUMBERED, '$1');
}

/** Category of an operator in the published reports, by its exact name. */
export function publishedCategory(name: string): string | undefined {
  return PUBLISHED.get(name)?.category;
}

function merge(tables: readonly ModelTable[]): ReadonlyMap<string, RegisteredModel> {
  return new Map(tables.flatMap((table) => Object.entries(table)));
}
