import { describe, expect, it } from 'vitest';
import { HandMade } from '../steps/hand-made.ts';
import { steppedModel } from './hand-made-timeline.ts';
import { eachActivity, hostActivity } from './host-activity.ts';

const US = 1000;

function activity(trace: HandMade, from = 0, to = 100) {
  const model = steppedModel(trace);
  const found: [string, number][] = [];
  eachActivity(hostActivity(model, 0), from * US, to * US, (event, ns) => {
    found.push([event < 0 ? '' : model.columns.strings.get(model.columns.name[event]), ns / US]);
  });
  return found;
}

describe('what a thread does', () => {
  it('is its innermost call, and nothing between calls', () => {
    const trace = new HandMade()
      .annotation('begin', 0, 5)
      .frame('f', 10, 60)
      .operator('a', 20, 30)
      .operator('b', 25, 5)
      .operator('c', 50, 10);
    expect(activity(trace)).toEqual([
      ['', 10],
      ['f', 10],
      ['a', 5],
      ['b', 5],
      ['a', 20],
      ['c', 10],
      ['f', 10],
      ['', 30],
    ]);
  });

  it('is cut at both ends', () => {
    expect(activity(new HandMade().operator('a', 0, 50), 40, 60)).toEqual([
      ['a', 10],
      ['', 10],
    ]);
  });

  it('is the later call where calls overlap without nesting', () => {
    expect(activity(new HandMade().operator('a', 0, 50).operator('b', 40, 20))).toEqual([
      ['a', 40],
      ['b', 20],
      ['', 40],
    ]);
  });

  it('leaves out annotations, and calls of no length', () => {
    const trace = new HandMade().annotation('step', 0, 90).operator('a', 10, 10).operator('b', 15, 0);
    expect(activity(trace, 10, 20)).toEqual([
      ['a', 5],
      ['a', 5],
    ]);
  });

  it('is nothing on a thread without calls', () => {
    expect(activity(new HandMade().annotation('step', 0, 90))).toEqual([['', 100]]);
  });
});
