import { readFile } from 'node:fs/promises';
import type { Locator, Page, TestInfo } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { HAS_SHARED_TRACES, SHARED_NOTE, sharedPath } from '../fixtures/shared-traces.ts';
import { expectNoViolations } from './accessibility.ts';
import {
  CAPTURE_FILE,
  captureTrace,
  GRAPH,
  type GraphKernel,
  payload,
  replayTrace,
  writeFiles,
} from './made-replays.ts';
import { chooseFile, dropPaths, openPage, requestsDuring, waitForOverview } from './page.ts';
import { expect, test } from './site.ts';
import { downloadCsv, expectScreenIsCsv, screenHeads, screenRows } from './table-page.ts';

const STEPS = 4;

/** The calls of the graph as Operators should have them, longest first. */
const CAPTURED = GRAPH.map(({ operator, dims, dur }) => ({
  operator,
  shapes: dims
    .filter(({ length }) => length > 0)
    .map((shape) => `(${shape.join(',')})`)
    .join(' '),
  ns: STEPS * dur * 1e3,
})).toSorted((a, b) => b.ns - a.ns);

/** The graph of a model with other kernels. */
const OTHER_GRAPH: readonly GraphKernel[] = GRAPH.map((one) => ({ ...one, kernel: `other_${one.kernel}` }));

const filesDialog = (page: Page) => page.getByRole('dialog', { name: 'Files of this trace' });
const roleOf = (page: Page, file: RegExp): Locator => filesDialog(page).getByRole('combobox', { name: file });
const rowOf = (page: Page, file: RegExp): Locator => filesDialog(page).getByRole('row', { name: file });
const hint = (page: Page) => page.getByRole('note', { name: 'Replayed kernels have no shapes' });
const details = (page: Page) => page.getByRole('complementary', { name: 'Details' });
const statusBar = (page: Page) => page.getByRole('contentinfo');

/** Writes a profile folder of this test and returns its path. */
function profileFolder(info: TestInfo, files: Readonly<Record<string, object | string>>): string {
  const folder = info.outputPath('profile');
  writeFiles(folder, files);
  return folder;
}

/** Opens a trace that replays graphs, and nothing beside it. */
async function openReplay(page: Page): Promise<void> {
  await chooseFile(page, payload('trace.json', replayTrace(STEPS)));
  await waitForOverview(page);
}

test.beforeEach(async ({ page, site }) => {
  await openPage(page, site);
});

test('a profile folder that is dropped is put together, told file by file, and asks for nothing', async ({
  page,
  site,
}, info) => {
  const folder = profileFolder(info, {
    'trace.json': replayTrace(STEPS),
    [CAPTURE_FILE]: captureTrace(),
    'notes.txt': 'the second run',
  });
  const requests = await requestsDuring(page, site, async () => {
    await dropPaths(page, folder);
    await waitForOverview(page);
    await expect(statusBar(page)).toContainText('Beside the trace: 1 graph capture, 1 not recognised');
    await expect(page.getByRole('heading', { name: /replayed from graphs/ })).toHaveCount(0);
    await page.keyboard.press('f');
    await expect(filesDialog(page).getByRole('rowheader')).toHaveText([
      'profile/trace.json',
      `profile/${CAPTURE_FILE}`,
      'profile/notes.txt',
    ]);
    await expect(rowOf(page, /trace\.json/)).toContainText(`${STEPS} graph launches, rank 0`);
    await expect(roleOf(page, /bs_2_rank0/)).toHaveValue('capture');
    await expect(rowOf(page, /bs_2_rank0/)).toContainText('1 captured graph');
    await expect(roleOf(page, /notes\.txt/)).toHaveValue('unknown');
    await expect(rowOf(page, /notes\.txt/)).toContainText('not JSON');
  });
  expect(requests).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('5');
  await expectCaptured(page);
});

test('captures added later give replayed kernels their operators, and the hint goes', async ({ page }, info) => {
  await openReplay(page);
  await expect(page.getByRole('heading', { name: /^100\.0.% of GPU time is replayed from graphs/ })).toBeVisible();
  await page.keyboard.press('5');
  await expect(hint(page)).toContainText('0.0\u202f% of GPU time has shapes');
  await expect(page.getByRole('gridcell', { name: 'aten::mm' })).toHaveCount(0);
  const folder = profileFolder(info, { [CAPTURE_FILE]: captureTrace() });
  await hint(page).getByLabel('Add a folder…').setInputFiles(folder);
  await expectCaptured(page);
  await expect(hint(page)).toHaveCount(0);
  await page.getByRole('gridcell', { name: 'aten::mm' }).first().click();
  await expect(details(page)).toContainText(`Operator known bycapture by name, profile/${CAPTURE_FILE}`);
});

test('a folder is chosen by its button, an archive by its members', async ({ page }, info) => {
  const files = { 'trace.json': replayTrace(STEPS), [CAPTURE_FILE]: captureTrace() };
  await page.getByLabel('Open a folder').setInputFiles(profileFolder(info, files));
  await waitForOverview(page);
  await expect(statusBar(page)).toContainText('1 graph capture');
  await page.keyboard.press('Shift+W');

  const packed = Object.entries(files).map(([name, content]) => [name, strToU8(JSON.stringify(content))]);
  const buffer = Buffer.from(zipSync(Object.fromEntries(packed)));
  await chooseFile(page, { name: 'run.zip', mimeType: 'application/zip', buffer });
  await page.getByRole('button', { name: 'Open all 2 traces' }).click();
  await waitForOverview(page);
  await expect(statusBar(page)).toContainText('1 graph capture');
  await page.keyboard.press('5');
  await expectCaptured(page);
});

test('a capture that is named like a trace joins the one that was looked at', async ({ page }) => {
  await openReplay(page);
  await chooseFile(page, payload('something.json', captureTrace()));
  await expect(statusBar(page)).toContainText('1 graph capture');
  await page.getByRole('button', { name: 'Traces: trace.json' }).click();
  await expect(page.getByRole('menuitemradio')).toHaveText([/^trace\.json/]);
  await page.getByRole('menuitem', { name: 'Files of this trace… (1 beside it)' }).click();
  await expect(roleOf(page, /something/)).toHaveValue('capture');
});

test('the role of a file is changed and changed back, and every view follows', async ({ page }, info) => {
  await dropPaths(page, profileFolder(info, { 'trace.json': replayTrace(STEPS), [CAPTURE_FILE]: captureTrace() }));
  await waitForOverview(page);
  await page.keyboard.press('5');
  await expectCaptured(page);
  await page.keyboard.press('f');
  await roleOf(page, /bs_2_rank0/).selectOption('Nothing of use');
  await expect(rowOf(page, /bs_2_rank0/)).toContainText('your choice');
  await page.keyboard.press('Escape');
  await expect(hint(page)).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'aten::mm' })).toHaveCount(0);
  await page.keyboard.press('f');
  await roleOf(page, /bs_2_rank0/).selectOption('Graph capture');
  await page.keyboard.press('Escape');
  await expectCaptured(page);
});

test('a folder of another model’s captures is told, and changes nothing', async ({ page }, info) => {
  await openReplay(page);
  await dropPaths(page, profileFolder(info, { [CAPTURE_FILE]: captureTrace(OTHER_GRAPH) }));
  await expect(statusBar(page)).toContainText('1 graph capture');
  await page.keyboard.press('9');
  await expect(details(page)).toContainText('None of the captures belongs to this trace');
  await expect(details(page)).toContainText('not used');
  await page.keyboard.press('1');
  await expect(page.getByText(/None of the captures belongs to this trace/)).toBeVisible();
  await page.keyboard.press('5');
  await expect(hint(page)).toBeVisible();
});

test('graph launches are listed with their match, and summed by source and by reason', async ({ page }, info) => {
  await dropPaths(page, profileFolder(info, { 'trace.json': replayTrace(STEPS), [CAPTURE_FILE]: captureTrace() }));
  await waitForOverview(page);
  await page.keyboard.press('9');
  await page.getByRole('tab', { name: 'Graph launches' }).click();
  await expect(page.getByRole('grid')).toContainText(`${STEPS} graph launches`);
  await expect(page).toHaveURL(/quality\.table=graphLaunches/);
  const us = `${CAPTURED.reduce((sum, { ns }) => sum + ns, 0) / 1e3}\u202fµs`;
  const kernels = String(STEPS * GRAPH.length);
  const bySource = details(page).getByRole('row', { name: /^capture by name/ });
  await expect(bySource.getByRole('cell')).toHaveText([kernels, us, '100.0\u202f%']);
  const byMatch = details(page).getByRole('row', { name: /same kernels by name/ });
  await expect(byMatch.getByRole('cell')).toHaveText([String(STEPS), us]);
  await expect(details(page)).toContainText('Graph replay, with graph captures');

  const heads = await screenHeads(page);
  const onScreen = await screenRows(page);
  const { rows } = await downloadCsv(page, 'Download all rows');
  expect(onScreen).toHaveLength(STEPS);
  expect(rows).toHaveLength(STEPS + 1);
  const kernelSums = rows
    .slice(1)
    .map((row) => Number(row[rows[0].findIndex((title) => title.startsWith('GPU time'))]));
  expect(kernelSums).toEqual(new Array(STEPS).fill(CAPTURED.reduce((sum, { ns }) => sum + ns, 0) / STEPS));
  expectScreenIsCsv(heads, onScreen, rows);

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save execution_details.json' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('execution_details.json');
  expect(JSON.parse(await readFile(await saved.path(), 'utf8'))).toEqual([
    { file: 'bs_2_rank0.json', batch_size: 2, mode: 'FULL' },
  ]);
});

test('pseudo-operators are switched where conventions are, kept in the link and said in the header', async ({
  page,
}) => {
  await openReplay(page);
  await page.keyboard.press('c');
  await page.getByRole('checkbox', { name: /^Pseudo-operators/ }).check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/pseudo-ops=on/);
  await page.getByRole('button', { name: 'Pseudo-operators' }).click();
  await page.getByRole('checkbox', { name: /^Pseudo-operators/ }).uncheck();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/pseudo-ops/);
  await expect(page.getByRole('button', { name: 'Pseudo-operators' })).toHaveCount(0);
});

test('files and roles are reached by keyboard alone', async ({ page }, info) => {
  await dropPaths(page, profileFolder(info, { 'trace.json': replayTrace(STEPS), [CAPTURE_FILE]: captureTrace() }));
  await waitForOverview(page);
  await expect(statusBar(page)).toContainText('1 graph capture');
  await page.keyboard.press('f');
  for (let presses = 0; presses < 8 && !(await roleOf(page, /bs_2_rank0/).evaluate(isFocused)); presses++) {
    await page.keyboard.press('Tab');
  }
  await expect(roleOf(page, /bs_2_rank0/)).toBeFocused();
  await page.keyboard.press('End');
  await expect(roleOf(page, /bs_2_rank0/)).toHaveValue('unknown');
  await page.keyboard.press('Escape');
  await expect(filesDialog(page)).toHaveCount(0);
  await page.keyboard.press('5');
  await expect(hint(page)).toBeVisible();
});

const isFocused = (element: Element) => element === document.activeElement;

test(`a recorded decode step has its operators, shapes and rooflines back${SHARED_NOTE}`, async ({ page }) => {
  test.skip(!HAS_SHARED_TRACES);
  await dropPaths(page, sharedPath('traces/vllm_decode_full'));
  await waitForOverview(page);
  await expect(statusBar(page)).toContainText('1 graph capture, 1 list of captures');
  await page.keyboard.press('9');
  // I 9.3: all 421 kernels of its graph are those captured.
  await expect(
    details(page)
      .getByRole('row', { name: /^capture by name/ })
      .getByRole('cell')
      .first(),
  ).toHaveText('421');
  await page.keyboard.press('5');
  await expect(page.getByRole('gridcell', { name: 'vllm::unified_attention_with_output' }).first()).toBeVisible();
  const heads = await screenHeads(page);
  const onScreen = await screenRows(page);
  const { rows } = await downloadCsv(page, 'Download the rows shown');
  expectScreenIsCsv(heads, onScreen, rows);
});

test(`attention faster than its context allows is marked, and a window is stated by layer${SHARED_NOTE}`, async ({
  page,
}) => {
  test.skip(!HAS_SHARED_TRACES);
  await dropPaths(page, sharedPath('traces/vllm_decode_full/trace.json.gz'));
  await waitForOverview(page);
  await dropPaths(page, sharedPath('traces/vllm_decode_full/capture_traces'));
  await expect(statusBar(page)).toContainText('1 graph capture');
  await page.keyboard.press('5');
  const attention = page.getByRole('gridcell', { name: 'vllm::unified_attention_with_output' });
  await attention.first().click();
  // I 10.4: every other layer of this model attends within a window.
  await expect(details(page)).toContainText('12 of 24 layers take less time');
  const keys = details(page).getByRole('textbox', { name: 'Window, keys' });
  await keys.fill('many');
  await keys.press('Enter');
  await expect(keys).toHaveAttribute('aria-invalid', 'true');
  await keys.fill('128');
  await keys.press('Enter');
  await expect(attention).toHaveCount(2);
  await expect(page).toHaveURL(/attention\.window=128/);
  await attention.last().click();
  await page.getByRole('button', { name: 'Take it back' }).click();
  await expect(attention).toHaveCount(1);
  await expect(page).not.toHaveURL(/attention\.window/);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no accessibility violations in files, execution and hint, ${colorScheme}`, async ({ page }, info) => {
    test.slow();
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await openReplay(page);
    await expectNoViolations(page);
    await page.keyboard.press('5');
    await expect(hint(page)).toBeVisible();
    await expectNoViolations(page);
    await dropPaths(page, profileFolder(info, { [CAPTURE_FILE]: captureTrace(OTHER_GRAPH), 'notes.txt': 'notes' }));
    await expect(statusBar(page)).toContainText('1 not recognised');
    await page.keyboard.press('9');
    await page.getByRole('tab', { name: 'Graph launches' }).click();
    await expect(page.getByRole('grid')).toBeVisible();
    await expectNoViolations(page);
    await page.keyboard.press('f');
    await expect(filesDialog(page)).toBeVisible();
    await expectNoViolations(page);
  });
}

/** Checks that Operators has the captured calls with the times of their replays, on screen as in the CSV. */
async function expectCaptured(page: Page): Promise<void> {
  await expect(page.getByRole('gridcell', { name: 'aten::mm' }).first()).toBeVisible();
  const heads = await screenHeads(page);
  const onScreen = await screenRows(page);
  const { rows } = await downloadCsv(page, 'Download the rows shown');
  expectScreenIsCsv(heads, onScreen, rows);
  const [titles, ...values] = rows;
  const at = (title: string) => titles.findIndex((text) => text === title || text.startsWith(`${title} (`));
  expect(
    values.map((row) => ({ operator: row[at('Operator')], shapes: row[at('Shapes')], ns: Number(row[at('Time')]) })),
  ).toEqual(CAPTURED);
  expect(values.map((row) => row[at('Source')])).toEqual(CAPTURED.map(() => 'capture by name'));
}
