import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HandMade } from '../steps/hand-made.ts';
import { steppedModel } from './hand-made-timeline.ts';
import { timelineSearch } from './search.ts';
import type { SearchQuery } from './timeline-types.ts';
import { timelineTracks } from './tracks.ts';

const NOTHING: SearchQuery = { text: '', regex: false, inArguments: false, minNs: null, maxNs: null };

const model = steppedModel(
  new HandMade()
    .operator('aten::add', 40, 5, { args: { 'Input Dims': [[4096, 32]], 'Record function id': 17 } })
    .operator('aten::addmm', 0, 30, { args: { 'Input Dims': [[8, 16]], 'Record function id': 4096 } })
    .kernel(1, 20, { name: 'void cutlass::Kernel<cutlass_tensorop_gemm>(int)' })
    .frame('nn.Module: Linear_0', 60, 2),
);

function names(query: Partial<SearchQuery>): string[] {
  const { event } = timelineSearch(model, { ...NOTHING, ...query });
  return Array.from(event, (found) => model.columns.strings.get(model.columns.name[found]));
}

describe('a search', () => {
  it('finds names in which all words occur, whatever their case and order, by start', () => {
    expect(names({ text: 'ADD' })).toEqual(['aten::addmm', 'aten::add']);
    expect(names({ text: 'mm aten' })).toEqual(['aten::addmm']);
    expect(names({ text: 'mm linear' })).toEqual([]);
  });

  it('tells time, track and lane of each', () => {
    const hits = timelineSearch(model, { ...NOTHING, text: 'cudaLaunch' });
    const { tracks } = timelineTracks(model);
    expect([hits.startNs[0], hits.durationNs[0], tracks[hits.track[0]].id, hits.lane[0]]).toEqual([
      1000,
      1000,
      'thread:0',
      1,
    ]);
  });

  it('finds GPU work by its name as shown too', () => {
    expect(names({ text: '^cutlass_tensorop_gemm$', regex: true })).toHaveLength(1);
    expect(names({ text: 'void kernel' })).toHaveLength(1);
  });

  it('takes a regular expression, and says what is wrong with one', () => {
    expect(names({ text: '::add$', regex: true })).toEqual(['aten::add']);
    const { error, event } = timelineSearch(model, { ...NOTHING, text: '(', regex: true });
    expect(error).toMatch(/regular expression/i);
    expect(event).toHaveLength(0);
    expect(timelineSearch(model, { ...NOTHING, text: 'add' }).error).toBe('');
  });

  it('looks into arguments only where asked to, integers by their value', () => {
    expect(names({ text: '4096' })).toEqual([]);
    expect(names({ text: '4096', inArguments: true })).toEqual(['aten::addmm', 'aten::add']);
    expect(names({ text: 'add 17', inArguments: true })).toEqual(['aten::add']);
    expect(names({ text: 'Dims.*16', regex: true, inArguments: true })).toEqual(['aten::addmm']);
  });

  it('keeps to the limits of the duration, with a text and alone', () => {
    expect(names({ text: 'aten', minNs: 6000 })).toEqual(['aten::addmm']);
    expect(names({ minNs: 5000, maxNs: 20_000 })).toEqual([
      'void cutlass::Kernel<cutlass_tensorop_gemm>(int)',
      'aten::add',
    ]);
    expect(names({})).toEqual([]);
  });

  it('refuses more words than it can hold apart', () => {
    const { error } = timelineSearch(model, { ...NOTHING, text: 'a '.repeat(31) });
    expect(error).toBe('More than 30 words.');
  });

  it('finds what a look at every name finds', () => {
    const name = fc.stringMatching(/^[ab]{1,4}$/);
    fc.assert(
      fc.property(fc.array(name, { maxLength: 20 }), fc.array(name, { minLength: 1, maxLength: 3 }), (all, words) => {
        const trace = new HandMade();
        all.forEach((text, i) => {
          trace.operator(text, 10 * i, 5);
        });
        const random = steppedModel(trace);
        const { event } = timelineSearch(random, { ...NOTHING, text: words.join(' ') });
        const wanted = [...all.keys()].filter((i) => words.every((word) => all[i].includes(word)));
        expect([...event]).toEqual(wanted);
      }),
      { numRuns: 60 },
    );
  });
});
