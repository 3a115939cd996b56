import { describe, expect, it } from 'vitest';
import { capturePair } from '../../../fixtures/captures.ts';
import { readJsonTrace } from '../../../fixtures/json-reader.ts';
import { CORRECTED } from '../../base/conventions.ts';
import { newCaptureStore, readCaptures } from '../../capture/captures.ts';
import { mergeCaptures } from '../../capture/merge-captures.ts';
import { timelineArrows } from '../../timeline/arrows.ts';
import { eventLayout } from '../../timeline/layout.ts';
import { timelineSearch } from '../../timeline/search.ts';
import { buildModel } from '../../trace/build-model.ts';
import { placeOfEvent } from './place.ts';

const pair = capturePair({ sizes: [8], steps: [8, 7] });
const plain = buildModel(readJsonTrace(pair.replay), CORRECTED);
const store = newCaptureStore();
const captures = pair.captures.flatMap(({ file, text }) =>
  readCaptures(buildModel(readJsonTrace(text), CORRECTED), file, store),
);
const merged = mergeCaptures(plain, { ...store, captures, eager: [] });

describe('the timeline of a trace with captures', () => {
  it('draws what was recorded, as without them', () => {
    expect(merged.columns.length).toBeGreaterThan(plain.columns.length);
    expect(eventLayout(merged).tracks).toEqual(eventLayout(plain).tracks);
    expect(eventLayout(merged).trackOf.subarray(0, plain.columns.length)).toEqual(eventLayout(plain).trackOf);
    const everything = { text: '', regex: false, minNs: 0, maxNs: null, inArguments: false };
    expect(timelineSearch(merged, everything).event).toEqual(timelineSearch(plain, everything).event);
  });

  it('leads from a launch to its kernels, and from a captured call to the launch', () => {
    const launch = plain.launch[0];
    expect(timelineArrows(plain, launch).total).toBeGreaterThan(0);
    expect(timelineArrows(merged, launch)).toEqual(timelineArrows(plain, launch));
    expect(placeOfEvent(merged, merged.caller[0])?.event).toBe(launch);
  });
});
