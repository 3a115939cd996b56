import type { Locator, Page } from '@playwright/test';
import { HAS_SHARED_TRACES, SHARED_NOTE, sharedPath } from '../fixtures/shared-traces.ts';
import { expectNoViolations } from './accessibility.ts';
import { chooseFile, openPage, waitForOverview } from './page.ts';
import { expect, test } from './site.ts';
import { jsonFile, smallTrace } from './traces.ts';

test.beforeEach(async ({ page, site }) => {
  await openPage(page, site);
});

test('TraceLens conventions are chosen by key, said in the header, and kept in the link', async ({ page }) => {
  await chooseFile(page, smallTrace());
  await waitForOverview(page);
  const chip = page.getByRole('button', { name: 'TraceLens conventions' });
  await expect(chip).toHaveCount(0);
  await page.keyboard.press('c');
  await expect(page.getByRole('radio', { name: /^Corrected/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('columnheader', { name: 'With the corrected choice alone' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chip).toBeVisible();
  await expect(page).toHaveURL(/conventions=tracelens/);
  await chip.click();
  await page.getByRole('radio', { name: /^Corrected/ }).check();
  await page.keyboard.press('Escape');
  await expect(chip).toHaveCount(0);
  await expect(page).not.toHaveURL(/conventions/);
});

test('each difference tells its effect on the trace, and begins anew with the scope', async ({ page }) => {
  const copy = (ts: number, correlation: number, device: number) => [
    { ph: 'X', cat: 'cpu_op', name: 'aten::copy_', pid: 1, tid: 1, ts, dur: 20, args: COPY_OF_A_MILLION },
    {
      ph: 'X',
      cat: 'cuda_runtime',
      name: 'cudaLaunchKernel',
      pid: 1,
      tid: 1,
      ts: ts + 5,
      dur: 5,
      args: { correlation },
    },
    {
      ph: 'X',
      cat: 'kernel',
      name: 'copy_kernel',
      pid: device,
      tid: 7,
      ts: ts + 30,
      dur: 100,
      args: { device, stream: 7, correlation },
    },
  ];
  const arrow = (ts: number, id: number, device: number) => [
    { ph: 's', cat: 'ac2g', name: 'ac2g', id, pid: 1, tid: 1, ts: ts + 5 },
    { ph: 'f', cat: 'ac2g', name: 'ac2g', id, bp: 'e', pid: device, tid: 7, ts: ts + 30 },
  ];
  // Two copies on GPU 0, one on GPU 1; the first has no flow arrow.
  const traceEvents = [
    ...copy(0, 1, 0),
    ...copy(1000, 2, 0),
    ...arrow(1000, 2, 0),
    ...copy(2000, 3, 1),
    ...arrow(2000, 3, 1),
  ];
  await chooseFile(page, jsonFile('copies.json', JSON.stringify({ schemaVersion: 1, traceEvents })));
  await waitForOverview(page);
  await page.keyboard.press('c');
  await expect(dialog(page)).toContainText('No device is chosen, so effects on roofs are not known.');
  await expect(effectOf(page, /^Linking/), '2 × 1000 × 1000 × 4 bytes').toHaveText([
    '−100 µs linked (33.3 %)',
    '−100 µs with an estimate (33.3 %)',
    '−7.63 MB (33.3 %)',
  ]);
  await expect(effectOf(page, /^Copies/), 'one FLOP an element').toHaveText(['+3.00 MFLOP (from none)']);
  await expect(effectOf(page, /^Output of up-sampling/)).toHaveText([]);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Device: 2 GPUs' }).click();
  await page.getByRole('menuitemradio', { name: /^GPU 1/ }).click();
  await page.getByRole('button', { name: 'How we count' }).click();
  await expect(effectOf(page, /^Copies/)).toHaveText(['+1.00 MFLOP (from none)']);
  await expect(effectOf(page, /^Linking/)).toHaveText([]);
  await page.getByRole('checkbox', { name: 'Only what changes' }).check();
  await expect(page.getByRole('rowheader', { name: /^Output of up-sampling/ })).toHaveCount(0);
  await page.getByRole('radio', { name: /^TraceLens/ }).check();
  await expect(effectOf(page, /^Copies/)).toHaveText(['−1.00 MFLOP (100.0 %)']);
});

test('every difference is answered on the demo trace', async ({ page }) => {
  await page.getByRole('button', { name: 'Open the demo trace' }).click();
  await waitForOverview(page);
  await expectEffects(page);
});

test(`every difference is answered on a recorded trace${SHARED_NOTE}`, async ({ page }) => {
  test.skip(!HAS_SHARED_TRACES);
  await chooseFile(page, sharedPath('traces/h100_bert_small/trace.json.gz'));
  await waitForOverview(page);
  await expectEffects(page);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no accessibility violations in the differences, ${colorScheme}`, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await chooseFile(page, smallTrace());
    await waitForOverview(page);
    await page.getByRole('button', { name: 'How we count' }).click();
    await page.getByRole('radio', { name: /^TraceLens/ }).check();
    await expect(dialog(page).getByRole('status')).not.toBeEmpty();
    await expectNoViolations(page);
  });
}

const COPY_OF_A_MILLION = {
  'Input Dims': [[1000, 1000], [1000, 1000], []],
  'Input type': ['float', 'float', 'Scalar'],
  'Input Strides': [[1000, 1], [1000, 1], []],
  'Concrete Inputs': ['', '', 'False'],
};

/** What the row of a difference tells to change. */
function effectOf(page: Page, title: RegExp): Locator {
  return dialog(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: title }) })
    .getByRole('listitem');
}

/** Opens the differences, waits for all answers, and checks that as many change something as is said. */
async function expectEffects(page: Page): Promise<void> {
  await page.keyboard.press('c');
  const status = dialog(page).getByRole('status');
  await expect(status).toHaveText(/^[1-9]\d* of \d+ choices change the totals of this trace\.$/);
  const [changing, all] = (await status.textContent())?.match(/\d+/g)?.map(Number) ?? [];
  const together = page.getByRole('rowheader', { name: 'All of them together' });
  const rows = dialog(page).locator('tbody tr').filter({ hasNot: together });
  await expect(rows).toHaveCount(all);
  await expect(rows.filter({ has: page.getByRole('list') })).toHaveCount(changing);
  await expect(rows.filter({ hasText: 'no effect on the totals' })).toHaveCount(all - changing);
  await expect(dialog(page)).not.toContainText(/NaN|Infinity|∞/);
}

function dialog(page: Page): Locator {
  return page.getByRole('dialog');
}
