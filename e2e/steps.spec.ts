import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { demoTrace } from '../fixtures/demo.ts';
import { kernel, traceOf } from './made-traces.ts';
import { chooseFile, openPage, waitForOverview } from './page.ts';
import { expect, test } from './site.ts';
import type { StaticServer } from './static-server.ts';

const NARROW = '\u202f';
/** Where the series lies in the chart, in px. */
const LEFT = 64;
const RIGHT = 14;

const { truth } = demoTrace();
/** The steps that the trace marks: the recording began within the first. */
const marked = truth.steps.filter(({ annotationEvent }) => annotationEvent !== null);

async function openSteps(page: Page, site: StaticServer): Promise<void> {
  await openPage(page, site);
  await page.getByRole('button', { name: 'Open the demo trace' }).click();
  await waitForOverview(page);
  await page.keyboard.press('2');
  await expect(series(page)).toBeVisible();
}

const series = (page: Page) => page.getByRole('application', { name: /^Series of/ });
const scope = (page: Page) => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('steps');
const details = (page: Page) => page.getByRole('complementary', { name: 'Details' });

/** Middle of a step of the series by index, on the page. */
async function placeOf(page: Page, step: number): Promise<{ readonly x: number; readonly y: number }> {
  const box = await series(page).boundingBox();
  if (!box) throw new Error('the series is not drawn');
  const width = box.width - LEFT - RIGHT;
  return { x: box.x + LEFT + ((step + 0.5) / marked.length) * width, y: box.y + box.height * 0.7 };
}

/** The kernel sum of steps `[from, to)` as Operators says it: work belongs to the step that launched it. */
function sumText(from: number, to: number): string {
  const steps = new Set(marked.slice(from, to).map(({ index }) => index));
  const ns = truth.gpuEvents
    .filter(({ step, launchEvent }) => steps.has(step) && launchEvent !== null)
    .reduce((sum, { durationNs }) => sum + durationNs, 0);
  const [value, unit] = ns < 1e7 ? [ns / 1e3, 'µs'] : [ns / 1e6, 'ms'];
  const digits = value.toFixed(3).replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, NARROW));
  return `= ${digits}${NARROW}${unit}, the kernel sum of the scope`;
}

async function expectOperatorsSum(page: Page, from: number, to: number): Promise<void> {
  await page.keyboard.press('5');
  await expect(page.getByText(sumText(from, to))).toBeVisible();
  await page.keyboard.press('2');
}

test('the steps that the trace was generated with are found, and read out where the pointer is', async ({
  page,
  site,
}) => {
  await openSteps(page, site);
  await expect(page.getByText(`Splittable: ${marked.length} steps by their annotations.`)).toBeVisible();
  for (const phase of ['prefill', 'mixed', 'decode', 'idle'] as const) {
    const count = marked.filter((step) => step.phase === phase).length;
    await expect(page.getByRole('group', { name: 'Phase in scope' }).getByRole('button', { name: phase })).toHaveText(
      `${phase}${count}`,
    );
  }
  const step = marked.findIndex(({ phase, index }) => phase === 'mixed' && index > 90);
  const { x, y } = await placeOf(page, step);
  await page.mouse.move(x, y);
  const { contextRequests, generationRequests } = marked[step];
  const words = `${contextRequests} context, ${generationRequests} generation`;
  await expect(page.getByRole('tooltip')).toContainText(`Step ${step}, mixed`);
  await expect(page.getByRole('tooltip')).toContainText(words);
  await expect(page.getByRole('contentinfo')).toContainText(`step ${step} · mixed`);
});

test('steps brushed by mouse or key, and a phase, are the scope of every view', async ({ page, site }) => {
  await openSteps(page, site);
  const [from, to] = [await placeOf(page, 100), await placeOf(page, 119)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => scope(page)).toBe('100~120');
  await expect(page.getByRole('grid')).toContainText('20 steps');
  await expectOperatorsSum(page, 100, 120);

  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect.poll(() => scope(page)).toBeNull();

  await series(page).focus();
  await page.keyboard.press('Home');
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
  for (let i = 0; i < 4; i++) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => scope(page)).toBe('3~8');
  await expectOperatorsSum(page, 3, 8);

  await page.getByRole('group', { name: 'Phase in scope' }).getByRole('button', { name: 'prefill' }).click();
  const prefills = marked.slice(3, 8).filter(({ phase }) => phase === 'prefill').length;
  await expect(page.getByRole('grid')).toContainText(`${prefills} step`);
});

test('Escape breaks a drag off, and what lies over the series goes when the series is gone to', async ({
  page,
  site,
}) => {
  await openSteps(page, site);
  const [from, to] = [await placeOf(page, 100), await placeOf(page, 119)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await expect(page.getByRole('contentinfo')).toContainText('steps 100 to 119');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.mouse.click(to.x, to.y);
  await expect.poll(() => page.url()).toContain('step=119');
  expect(scope(page), 'only the click counts').toBeNull();

  await page.getByText('How they were found').click();
  const candidates = page.getByRole('table', { name: 'Ways to see steps in this trace' });
  await candidates.getByText('Found', { exact: true }).click();
  await expect(candidates, 'a click within keeps it open').toBeVisible();
  await series(page).focus();
  await expect(candidates).toBeHidden();
});

test('a link to steps that the trace lacks says so, and is cut to those that there are', async ({ page, site }) => {
  await openSteps(page, site);
  const all = `it has ${marked.length} steps`;
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    `#v=1&view=overview&steps=${marked.length - 9}~5000&step=7000`,
  );
  const note = page.getByRole('note', { name: 'Not in this trace' });
  await expect(note).toContainText(`steps ${marked.length} to 4${NARROW}999 of the scope (${all})`);
  await expect(note).toContainText(`step 7${NARROW}000, which is selected (${all})`);
  await note.getByRole('button', { name: 'Leave out' }).click();
  await expect(note).toHaveCount(0);
  await expect.poll(() => scope(page)).toBe(`${marked.length - 9}~${marked.length}`);
  await expect(page.getByRole('group', { name: 'Scope', exact: true })).toContainText('9 steps from');
  await expectOperatorsSum(page, marked.length - 9, marked.length);
});

test('on 300 pixels nothing of the header, the view and the details lies over another', async ({ page, site }) => {
  await page.setViewportSize({ width: 300, height: 640 });
  await openSteps(page, site);
  const inner = page.locator('header button, header fieldset').filter({ visible: true });
  const header = await Promise.all((await inner.all()).map((one) => one.boundingBox()));
  for (const box of header) expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 300).toBe(true);
  const view = await page.getByRole('region', { name: 'Steps', exact: true }).locator('> div').boundingBox();
  const panel = await details(page).boundingBox();
  if (!view || !panel) throw new Error('the view and its details are not drawn');
  expect(view.y + view.height).toBeLessThanOrEqual(panel.y + 1);
  expect(panel.width).toBeLessThanOrEqual(300 - panel.x);
  await page.getByRole('grid').scrollIntoViewIfNeeded();
  await expect(page.getByRole('row').nth(1)).toBeInViewport();
});

test('the steady band is where it was generated, moves by mouse and key, and goes back', async ({ page, site }) => {
  await openSteps(page, site);
  const start = page.getByRole('slider', { name: 'First steady step' });
  const end = page.getByRole('slider', { name: 'Last steady step' });
  await expect(start).toBeVisible();
  const stepOf = async (edge: typeof start) => Number(await edge.getAttribute('aria-valuenow'));
  const found = [await stepOf(start), await stepOf(end)];
  const offset = marked[0].index;
  const [trueFrom, trueTo] = truth.steady.region;
  expect(Math.abs(found[0] - (trueFrom - offset))).toBeLessThanOrEqual(2);
  expect(Math.abs(found[1] - (trueTo - 1 - offset))).toBeLessThanOrEqual(2);

  await start.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => stepOf(start)).toBe(found[0] + 11);

  const box = await end.boundingBox();
  if (!box) throw new Error('the edge is not drawn');
  const target = await placeOf(page, found[1] - 20);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(target.x, target.y, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => stepOf(end)).toBeGreaterThanOrEqual(found[1] - 21);
  expect(await stepOf(end)).toBeLessThanOrEqual(found[1] - 19);
  await expect(details(page)).toContainText(`Automatic: steps ${found[0]} to ${found[1]} (`);

  await page.getByRole('button', { name: 'Back to automatic' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Use as scope' }), 'the focus is not lost').toBeFocused();
  await expect.poll(() => stepOf(start)).toBe(found[0]);
  await page.getByRole('button', { name: 'Use as scope' }).click();
  await expect.poll(() => scope(page)).toBe(`${found[0]}~${found[1] + 1}`);

  await page.getByRole('button', { name: 'Decode-only', exact: true }).click();
  await expect.poll(() => scope(page)).not.toBe(`${found[0]}~${found[1] + 1}`);
  const [from, to] = (scope(page) ?? '').split('~').map(Number);
  expect(marked.slice(from, to).map(({ phase }) => phase)).toEqual(new Array(to - from).fill('decode'));

  const osl = page.getByLabel(/^R: /);
  await osl.fill('2');
  await expect(osl).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel(/^CONC: /).fill('32');
  await page.getByLabel(/^OSL: /).fill('150');
  await osl.fill('0.6');
  await expect(details(page)).toContainText(`= 26.7${NARROW}%`);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect.poll(() => scope(page), 'the first leaves the field').toBeNull();
});

test('the series zooms by wheel and key, and its picture has the steady band', async ({ page, site }) => {
  await openSteps(page, site);
  const last = await placeOf(page, marked.length - 1);
  await page.mouse.move(last.x, last.y);
  for (let turn = 0; turn < 4; turn++) await page.mouse.wheel(0, -400);
  const all = page.getByRole('button', { name: 'Show all steps' });
  await expect(all).toBeVisible();
  // The last steps are wide now, and those before them are beyond the left end.
  await page.mouse.move(last.x - 100, last.y);
  await expect(page.getByRole('tooltip')).toContainText(/^Step 2[89]\d/);
  await series(page).focus();
  await page.keyboard.press('Home');
  await expect(page.getByRole('contentinfo')).toContainText('step 0 ');
  await page.keyboard.press('0');
  await expect(all).toHaveCount(0);
  await page.keyboard.press('+');
  await all.click();
  await page.keyboard.press('+');
  await expect(all).toBeVisible();
  await page.keyboard.press('-');
  await expect(all, 'all steps are shown').toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Download the chart' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /Download SVG/ }).click(),
  ]);
  const svg = await readFile(await download.path(), 'utf8');
  expect(svg).toMatch(/steady: steps \d+ to \d+/);
});

test('other candidates and names of the user mark steps; what marks none is refused in place', async ({
  page,
  site,
}) => {
  await openSteps(page, site);
  await page.getByText('How they were found').click();
  const inAll = (truth.all.sumNs / 1e6).toFixed(3);
  await expect(page.getByRole('row', { name: /^Kernel sum/ })).toContainText(inAll);

  const name = page.getByRole('textbox', { name: 'Mark steps by name' });
  for (const [pattern, fault] of [
    ['/(/', /no regular expression/],
    ['no such name', /no slice of the host/i],
  ] as const) {
    await name.fill(pattern);
    await page.getByRole('button', { name: 'Mark', exact: true }).click();
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText(fault)).toBeVisible();
    await expect(page.getByText(`${marked.length} steps by their annotations`).first()).toBeVisible();
  }
  await name.fill('/_context_0\\(/');
  await page.keyboard.press('Enter');
  await expect(series(page)).toHaveAccessibleName(/^Series of/);
  await expect.poll(() => page.url()).toContain('steps.named=');
  await expect(page.getByText(/steps by names like/)).toBeVisible();
  await expect(page.locator('summary:focus'), 'the focus is where the choice is told').toContainText('by names like');

  await page.getByText('How they were found').click();
  await page.getByRole('button', { name: 'Back to automatic' }).click();
  await expect(page.getByText(`${marked.length} steps by their annotations`).first()).toBeVisible();

  await page.getByText('How they were found').click();
  await page
    .getByRole('button', { name: /^Use this/ })
    .first()
    .click();
  await expect.poll(() => page.url()).toContain('steps.candidate=1');
});

test('a step is selected, shown by stream, and saved as a trace that opens here', async ({ page, site }) => {
  await openSteps(page, site);
  const step = 60;
  const { x, y } = await placeOf(page, step);
  await page.mouse.click(x, y);
  await expect(details(page).getByRole('heading', { name: `Step ${step}, decode` })).toBeVisible();
  await expect(page.getByRole('row', { selected: true })).toBeVisible();
  const strip = page.getByRole('application', { name: /^Kernels of the step/ });
  await strip.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('contentinfo')).toContainText('GPU 0, stream');
  await page.keyboard.press('Enter');
  await expect(details(page)).toContainText('Kernel, as recorded');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save this step' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/iteration_60\.json\.gz$/);
  const linked = truth.gpuEvents.filter((event) => event.step === marked[step].index && event.launchEvent !== null);
  await chooseFile(page, await download.path());
  await expect(page.getByRole('contentinfo')).toContainText(`${linked.length} GPU events, all linked`);
});

test('saving many traces tells how far it is and can be given up', async ({ page, site }) => {
  await openSteps(page, site);
  let downloads = 0;
  page.on('download', () => downloads++);
  await page.getByRole('button', { name: 'Save every step by itself' }).click();
  await expect(page.getByRole('progressbar')).toBeInViewport();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the mixed window' }).first().click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.json\.gz$/);
  expect(downloads).toBe(1);
});

test('without steps the page says why, and what would mark them', async ({ page, site }) => {
  await openPage(page, site);
  await chooseFile(page, traceOf([kernel(0, 'one', 10, 5), kernel(1, 'two', 20, 5)]));
  await waitForOverview(page);
  await page.keyboard.press('2');
  await expect(page.getByRole('heading', { name: 'No steps to show' })).toBeVisible();
  await expect(page.getByText('ProfilerStep#N')).toBeVisible();
});

test('the view passes axe in light and dark', async ({ page, site }) => {
  test.slow();
  await openSteps(page, site);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { x, y } = await placeOf(page, 60);
    await page.mouse.click(x, y);
    await expect(page.getByRole('application', { name: /^Kernels of the step/ })).toBeVisible();
    await page.getByText('How they were found').click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close the details' }).click();
    await expectAccessible(page);
  }
});

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)).toEqual([]);
}
