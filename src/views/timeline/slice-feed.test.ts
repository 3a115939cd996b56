import { expect, test } from 'vitest';
import { type AskFeed, type FeedView, SliceFeed, suffices } from './slice-feed.ts';
import { slicesOf } from './test-slices.ts';

const WHOLE = { startNs: 0, endNs: 1_000_000 };
const VIEW: FeedView = {
  tracks: ['a'],
  counters: [],
  span: { startNs: 400_000, endNs: 500_000 },
  pixels: 1000,
  pythonCollapsed: true,
};
const at = (startNs: number, endNs: number): FeedView => ({ ...VIEW, span: { startNs, endNs } });

const unexpected = (error: unknown): void => expect.unreachable(String(error));

/** A worker that answers when it is told to. */
function slowWorker() {
  const asked: FeedView[] = [];
  const waiting: (() => void)[] = [];
  const ask: AskFeed = (view) =>
    new Promise((resolve) => {
      asked.push(view);
      waiting.push(() => resolve({ slices: slicesOf([]), counters: [] }));
    });
  const answer = async () => {
    waiting.shift()?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { asked, ask, answer };
}

test('one question is under way, and only the last of what was wanted meanwhile is asked', async () => {
  const { asked, ask, answer } = slowWorker();
  let drawn = 0;
  const feed = new SliceFeed(WHOLE, ask, () => drawn++, unexpected);
  for (const start of [400_000, 100_000, 200_000, 700_000]) feed.want(at(start, start + 100_000));
  expect(asked.map(({ span }) => span)).toEqual([{ startNs: 350_000, endNs: 550_000 }]);
  expect(asked[0].pixels).toBe(2000);
  await answer();
  expect(asked.slice(1).map(({ span }) => span)).toEqual([{ startNs: 650_000, endNs: 850_000 }]);
  await answer();
  expect(asked).toHaveLength(2);
  expect(drawn).toBe(2);
});

test('what is there is enough for small moves, until they come near its end or change its grain', () => {
  const has = { ...VIEW, span: { startNs: 350_000, endNs: 550_000 }, pixels: 2000 };
  expect(suffices(has, at(380_000, 480_000), WHOLE)).toBe(true);
  expect(suffices(has, at(360_000, 460_000), WHOLE)).toBe(false);
  expect(suffices(has, at(420_000, 470_000), WHOLE)).toBe(false);
  expect(suffices(has, { ...VIEW, tracks: ['a', 'b'] }, WHOLE)).toBe(false);
  expect(suffices(has, { ...VIEW, pythonCollapsed: false }, WHOLE)).toBe(false);
  const all = { ...VIEW, span: WHOLE, pixels: 1000 };
  expect(suffices(all, all, WHOLE)).toBe(true);
});

test('another basis asks anew for the same view and keeps the picture meanwhile', async () => {
  const first = slowWorker();
  const second = slowWorker();
  const feed = new SliceFeed(WHOLE, first.ask, () => undefined, unexpected);
  feed.want(VIEW);
  await first.answer();
  const before = feed.answer;
  feed.renew(second.ask);
  expect(second.asked).toHaveLength(1);
  expect(feed.answer).toBe(before);
  await second.answer();
  expect(feed.answer).not.toBe(before);
  expect(first.asked).toHaveLength(1);
});

test('a failure is told once', async () => {
  const errors: unknown[] = [];
  const feed = new SliceFeed(
    WHOLE,
    () => Promise.reject(new Error('gone')),
    () => unexpected('an answer'),
    (e) => errors.push(e),
  );
  feed.want(VIEW);
  await new Promise((resolve) => setTimeout(resolve));
  expect(errors).toEqual([new Error('gone')]);
});
