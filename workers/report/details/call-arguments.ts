import type { JsonValue } from '../../base/json.ts';
import { concreteText } from '../../roofline/arguments.ts';
import type { OpCall } from '../../roofline/op-call.ts';
import { shapeText } from '../operator-arguments.ts';
import type { Fact } from '../report-types.ts';
import { plainText } from '../template-text.ts';

/** One positional argument as recorded; empty where nothing is. */
export interface CallArgument {
  readonly position: number;
  readonly shape: string;
  readonly type: string;
  readonly strides: string;
  readonly value: string;
}

/** The positional arguments of a call as recorded. */
export function callArguments(call: OpCall): CallArgument[] {
  const lists = [call.dims, call.types, call.strides, call.concrete];
  const count = Math.max(...lists.map((list) => list?.length ?? 0));
  return Array.from({ length: count }, (_, position) => ({
    position,
    shape: shapeText(call.dims?.[position] ?? null),
    type: typeOf(call.types?.[position]),
    strides: shapeText(call.strides?.[position] ?? null),
    value: concreteText(call, position),
  }));
}

/** What else is recorded with it. */
export function otherArguments(call: OpCall): Fact[] {
  return Object.entries(call.context.args).map(([label, value]) => ({ label, value: plainText(value) }));
}

function typeOf(type: JsonValue | undefined): string {
  return type === undefined || type === null ? '' : plainText(type);
}
