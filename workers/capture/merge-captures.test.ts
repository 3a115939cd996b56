import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CaptureOptions, type CapturePair, capturePair } from '../../fixtures/captures.ts';
import { readJsonTrace } from '../../fixtures/json-reader.ts';
import { CORRECTED } from '../base/conventions.ts';
import { constantAt } from '../ingest/event-args.ts';
import { buildModel } from '../trace/build-model.ts';
import { CallSource, EventKind, type TraceModel } from '../trace/trace-model.ts';
import { newCaptureStore, readCaptures } from './captures.ts';
import { eagerSteps } from './eager-steps.ts';
import type { CallSources } from './match-launches.ts';
import { matchedLaunchesOf, mergeCaptures } from './merge-captures.ts';

const modelOf = (text: string) => buildModel(readJsonTrace(text), CORRECTED);

function sourcesOf(captures: CapturePair['captures']): CallSources {
  const store = newCaptureStore();
  return {
    ...store,
    captures: captures.flatMap(({ file, text }) => readCaptures(modelOf(text), file, store)),
    eager: [],
  };
}

const merged = ({ replay, captures }: Pick<CapturePair, 'replay' | 'captures'>) =>
  mergeCaptures(modelOf(replay), sourcesOf(captures));

/** The kernels in file order with the dims of the operator each hangs under, null where none. */
function found({ columns, kind, operatorOf }: TraceModel) {
  return Array.from(kind.keys())
    .filter((event) => kind[event] === EventKind.kernel)
    .map((event) => {
      const operator = operatorOf[event];
      const dims = operator < 0 ? null : constantAt(columns, columns.template[operator], 'args.Input Dims');
      return { name: columns.strings.get(columns.name[event]), dims: Array.isArray(dims) ? dims[0] : null };
    });
}

const matches = (model: TraceModel) => matchedLaunchesOf(model).map(({ outcome }) => outcome.match);
const sizes = (model: TraceModel) => matchedLaunchesOf(model).map(({ outcome }) => outcome.capture?.batchSize ?? null);

describe('mergeCaptures', () => {
  it('gives every kernel the call that it replays, at the next captured size', () => {
    const pair = capturePair({ sizes: [8, 16, 32], steps: [7, 8, 9, 32, 1] });
    const model = merged(pair);
    expect(found(model)).toEqual(pair.kernels);
    expect(sizes(model)).toEqual([8, 8, 16, 32, 8]);
    expect(new Set(model.callSource)).toEqual(new Set([CallSource.captureName]));
  });

  it('merges pieces in their order', () => {
    const pair = capturePair({ sizes: [8, 16], steps: [3, 16], layers: 6, pieces: 3 });
    expect(found(merged(pair))).toEqual(pair.kernels);
  });

  it('goes by the number of nodes where the capture names no kernels, though several streams ran', () => {
    const pair = capturePair({ sizes: [8, 16], steps: [8, 12], isNamed: false, hasNodeIds: true, streams: 3 });
    const model = merged(pair);
    expect(found(model)).toEqual(pair.kernels);
    expect(matches(model)).toEqual(['nodes', 'nodes']);
  });

  it('counts where there is nothing else, and says so', () => {
    const pair = capturePair({ sizes: [8, 16], steps: [8, 12], isNamed: false });
    const model = merged(pair);
    expect(found(model)).toEqual(pair.kernels);
    expect(matches(model)).toEqual(['count', 'count']);
    expect(new Set(model.callSource)).toEqual(new Set([CallSource.captureCount]));
  });

  it.each<[string, Partial<CaptureOptions>]>([
    ['other counts', { extra: 1 }],
    ['kernels that an operator names otherwise', { model: 'other' }],
  ])('does not count against %s', (_, change) => {
    const options = { sizes: [8], steps: [8], isNamed: false } as const;
    const { captures } = capturePair(options);
    const { replay } = capturePair({ ...options, ...change });
    expect(matches(merged({ replay, captures }))).toEqual(['unaligned']);
  });

  it('aligns several streams by name', () => {
    const pair = capturePair({ sizes: [8], steps: [8, 8], streams: 2, layers: 1 });
    const model = merged(pair);
    expect(matches(model)).toEqual(['names', 'names']);
    // Kernels of one name may stand for one another where they overlap; all others are where they belong.
    const counted = (kernels: readonly { name: string }[]) => kernels.map(({ name }) => name);
    expect(counted(found(model))).toEqual(counted(pair.kernels));
    expect(model.callSource.every((source) => source === CallSource.captureName)).toBe(true);
  });

  it('finds launches outside annotations by their kernels', () => {
    const pair = capturePair({ sizes: [16, 32], steps: [32, 16], isAnnotated: false });
    const model = merged(pair);
    expect(found(model)).toEqual(pair.kernels);
    expect(sizes(model)).toEqual([32, 16]);
  });

  it('does not guess a size that the kernels leave open', () => {
    const pair = capturePair({ sizes: [8, 16], steps: [8], isAnnotated: false });
    expect(matches(merged(pair))).toEqual(['no-size']);
  });

  it('takes no capture that is smaller than the step', () => {
    const { captures } = capturePair({ sizes: [8], steps: [] });
    const { replay } = capturePair({ sizes: [8], steps: [9] });
    expect(matches(merged({ replay, captures }))).toEqual(['too-large']);
  });

  it.each<[string, Partial<CaptureOptions>, string]>([
    ['another model', { model: 'other' }, 'other-model'],
    ['a run of other ranks', { worldSize: 8 }, 'other-run'],
  ])('recognises captures of %s, and leaves the trace as it was', (_, change, reason) => {
    const options = { sizes: [8, 16], steps: [8, 12] };
    const { replay } = capturePair(options);
    const model = merged({ replay, captures: capturePair({ ...options, ...change }).captures });
    expect(matches(model)).toEqual([reason, reason]);
    expect(model.columns.length).toBe(model.recorded);
    expect([...model.callSource].every((source) => source === CallSource.none)).toBe(true);
  });

  it('prefers captures of its own rank', () => {
    const options = { sizes: [8], steps: [8], worldSize: 2 };
    const pair = capturePair({ ...options, rank: 1 });
    const captures = [...capturePair({ ...options, rank: 0 }).captures, ...pair.captures];
    const [launch] = matchedLaunchesOf(merged({ replay: pair.replay, captures }));
    expect(launch.outcome.capture?.rank).toBe(1);
  });

  it('merges what a damaged capture still holds', () => {
    const pair = capturePair({ sizes: [8, 16], steps: [8, 16] });
    const [first, second] = pair.captures;
    const cut = JSON.parse(second.text);
    cut.traceEvents = cut.traceEvents.filter(({ name }: { name: string }) => !name.endsWith('EndCapture'));
    const model = merged({ ...pair, captures: [first, { ...second, text: JSON.stringify(cut) }] });
    expect(matches(model)).toEqual(['names', 'names']);
    const empty = merged({ ...pair, captures: [first, { ...second, text: '{"traceEvents":[]}' }] });
    expect(matches(empty)).toEqual(['names', 'too-large']);
  });

  it('takes an eager run where no capture fits', () => {
    const { replay, kernels } = capturePair({ sizes: [8], steps: [8] });
    const store = newCaptureStore();
    const eager = eagerSteps(modelOf(eagerText(kernels.map(({ name }) => name))), store);
    const model = mergeCaptures(modelOf(replay), { ...store, captures: [], eager });
    expect(matches(model)).toEqual(['eager']);
    expect(new Set(model.callSource)).toEqual(new Set([CallSource.eager]));
    expect(found(model).map(({ dims }) => dims)).toEqual(kernels.map((_, i) => [i]));
  });

  it('lets strays cost only themselves, hangs every kernel once and keeps its time', () => {
    fc.assert(
      fc.property(
        fc.record({
          seed: fc.nat(),
          extra: fc.nat(2),
          missing: fc.nat(2),
          layers: fc.integer({ min: 8, max: 12 }),
          steps: fc.array(fc.integer({ min: 1, max: 32 }), { minLength: 1, maxLength: 4 }),
        }),
        (options) => {
          const pair = capturePair({ sizes: [8, 16, 32], ...options });
          const plain = modelOf(pair.replay);
          const model = mergeCaptures(plain, sourcesOf(pair.captures));
          expect(matches(model)).toEqual(options.steps.map(() => 'names'));
          const strays = found(model).filter(({ dims }, i) => (dims === null) !== (pair.kernels[i].dims === null));
          expect(strays).toEqual([]);
          expect(placedTwice(model)).toEqual([]);
          expect(kernelSum(model)).toBe(kernelSum(plain));
        },
      ),
      { numRuns: 40 },
    );
  });
});

const kernelSum = ({ gpuEvents, columns }: TraceModel) => gpuEvents.reduce((sum, event) => sum + columns.dur[event], 0);

/** GPU events that are not exactly once among the children of their parent. */
function placedTwice({ gpuEvents, parent, firstChild, nextSibling, caller }: TraceModel): number[] {
  return [...gpuEvents].filter((event, row) => {
    let count = 0;
    for (let child = firstChild[parent[event]]; child >= 0; child = nextSibling[child])
      count += Number(child === event);
    return count !== 1 || caller[row] !== parent[event];
  });
}

/** An eager run of kernels, each under an operator whose dims tell its place. */
function eagerText(kernels: readonly string[]): string {
  const host = { ph: 'X', pid: 1, tid: 1 };
  const traceEvents = kernels.flatMap((name, i) => [
    { ...host, cat: 'cpu_op', name: 'op', ts: i * 20, dur: 10, args: { 'Input Dims': [[i]] } },
    { ...host, cat: 'cuda_runtime', name: 'cudaLaunchKernel', ts: i * 20 + 2, dur: 3, args: { correlation: i + 1 } },
    {
      ph: 'X',
      cat: 'kernel',
      name,
      pid: 0,
      tid: 7,
      ts: i * 20 + 6,
      dur: 5,
      args: { device: 0, stream: 7, correlation: i + 1 },
    },
  ]);
  return JSON.stringify({ schemaVersion: 1, traceEvents });
}
