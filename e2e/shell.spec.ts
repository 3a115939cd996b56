import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { chooseFile, dropFiles, openPage, waitForOverview } from './page.ts';
import { expect, test } from './site.ts';
import { type FilePayload, smallTrace } from './traces.ts';

/** A trace of two GPUs with one stream and one kernel each, of 100 and 300 µs, 100 µs apart. */
const TWO_GPUS = json('two-gpus.json', [kernel('gemm_first', 0, 7, 0, 100), kernel('gemm_second', 1, 9, 200, 300)]);

test.beforeEach(async ({ page, site }) => {
  await openPage(page, site);
});

test('the landing page says what this is, and copies a recipe', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where does the GPU time of a serving step go?');
  await expect(page.getByRole('main').getByText('Nothing leaves this page.')).toBeVisible();
  await page.getByRole('tab', { name: 'PyTorch' }).click();
  await page.getByRole('tabpanel').getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('record_shapes=True');
});

test('the whole window takes a drop and says so', async ({ page }) => {
  await dispatchDrag(page, 'dragenter');
  await expect(page.getByText('Drop to open, nothing is uploaded')).toBeVisible();
  await dispatchDrag(page, 'dragleave');
  await expect(page.getByText('Drop to open, nothing is uploaded')).toHaveCount(0);
  await dropFiles(page, smallTrace('a.json.gz'), smallTrace('b.json.gz'));
  await waitForOverview(page);
  await page.getByRole('button', { name: /^Traces/ }).click();
  await expect(page.getByRole('menuitemradio')).toHaveText([/^a\.json\.gz/, /^b\.json\.gz/]);
  await page.getByRole('menuitemradio', { name: /^b\.json\.gz/ }).click();
  await waitForOverview(page);
  await page.keyboard.press('Shift+W');
  await expect(page.getByRole('button', { name: 'Traces: a.json.gz' })).toBeVisible();
});

test('the demo trace opens without anything moving, and its GPU time adds up', async ({ page }) => {
  const shift = page.evaluate(layoutShift);
  await page.getByRole('button', { name: 'Open the demo trace' }).click();
  await waitForOverview(page);
  await expect(page.getByRole('heading', { name: 'GPU timeline' })).toBeVisible();
  expect(await shift).toBeLessThan(0.02);

  await page.getByRole('button', { name: 'Show as table' }).click();
  const cells = await page
    .getByRole('table', { name: 'GPU time by category' })
    .locator('tbody tr td:nth-child(2)')
    .allTextContents();
  const nanoseconds = cells.map((text) => Math.round(Number(text.replace(/\s/g, '')) * 1000));
  const total = nanoseconds.pop();
  expect(nanoseconds.length).toBeGreaterThan(3);
  expect(nanoseconds.reduce((sum, ns) => sum + ns, 0)).toBe(total);
});

test('the demo trace opened by key has the focus in its view', async ({ page }) => {
  await page.getByRole('button', { name: 'Open the demo trace' }).press('Enter');
  await waitForOverview(page);
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('region', { name: 'Overview' })).toBeFocused();
});

test('a trace with very long and deceptive names keeps its Overview in shape', async ({ page }) => {
  const name = `evil\n\u202e${'n'.repeat(9000)}`;
  const device = { id: 0, name: 'G'.repeat(9000) };
  await chooseFile(page, json('names.json', [kernel(name, 0, 7, 0, 100)], [device]));
  await waitForOverview(page);
  const overview = page.getByRole('region', { name: 'Overview' });
  expect(await overview.evaluate((element) => element.scrollHeight)).toBeLessThan(1600);
  expect(await overview.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await overview
    .getByRole('button', { name: /^evil␊\[U\+202E\]n/ })
    .last()
    .click();
  expect(await page.evaluate(() => location.hash.length)).toBeLessThan(400);
  await expect(page.getByRole('gridcell', { name: /^evil␊\[U\+202E\]n/ })).toBeVisible();
});

test('keys show the views, the link follows, and back undoes', async ({ page }) => {
  await chooseFile(page, smallTrace());
  await waitForOverview(page);
  for (const [key, view, title] of [
    ['5', 'operators', 'Operators'],
    ['6', 'kernels', 'Kernels'],
    ['9', 'quality', 'Data quality'],
  ]) {
    await page.keyboard.press(key);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`#v=1&view=${view}&file=[^&]+$`));
    await expect(page.getByRole('navigation').getByRole('button', { name: title })).toHaveAttribute(
      'aria-current',
      'page',
    );
  }
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Kernels' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'Data quality' })).toBeVisible();
});

test('a link sets the view and the theme; a bad one does no harm', async ({ page, site }) => {
  const link = (hash: string) => new URL(hash, site.url).href;
  await page.goto(link('#v=1&view=kernels&device=5&theme=dark'));
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await chooseFile(page, smallTrace());
  await expect(page.getByRole('heading', { level: 1, name: 'Kernels' })).toBeVisible();
  await expect(page, 'a device that the trace does not have').not.toHaveURL(/device/);
  await page.goto(link('#v=1&view=%E0%A4%A&device=NaN&theme=<b>&kernels.sort=-nothing'));
  await waitForOverview(page);
});

test('Ctrl+O asks for traces', async ({ page }) => {
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Control+o');
  expect((await chooser).isMultiple()).toBe(true);
});

test('the theme goes round by key, and stays', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.keyboard.press('t');
  await page.keyboard.press('t');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const dark = await ground();
  expect(dark).not.toBe(light);
  await page.goto('about:blank');
  await page.goBack();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('t');
  await expect(page.locator('html')).not.toHaveAttribute('data-theme');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await ground(), 'the system’s choice').toBe(dark);
});

test('the scope narrows every view, and Esc twice clears it', async ({ page }) => {
  await chooseFile(page, TWO_GPUS);
  await waitForOverview(page);
  const span = page.getByText('from first to last event');
  await expect(span).toHaveText(/^500/);
  await page.getByRole('button', { name: 'Device: 2 GPUs' }).click();
  await page.getByRole('menuitemradio', { name: /^GPU 1/ }).click();
  await expect(page).toHaveURL(/device=1/);
  await expect(span).toHaveText(/^300/);
  await expect(page.getByRole('main')).not.toContainText('gemm_first');
  await page.keyboard.press('6');
  await expect(page.getByRole('grid')).toContainText('gemm_second');
  await expect(page.getByRole('grid')).not.toContainText('gemm_first');

  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/device=1/);
  await expect(page.getByText('Esc again: show the whole trace again')).not.toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/device/);
  await expect(page.getByText('Esc again')).toHaveCount(0);
  await expect(page.getByRole('grid')).toContainText('gemm_first');

  await page.getByRole('button', { name: 'Stream: 2 streams' }).click();
  await page.getByRole('menuitemradio', { name: /^GPU 0, stream 7/ }).click();
  await expect(page).toHaveURL(/device=0&stream=7/);
  // Twice even where the first drops what is selected.
  await page.getByRole('grid').getByText('gemm_first').click();
  await expect(page.getByRole('complementary')).toBeVisible();
  // A key that is held down is one press.
  await page.keyboard.down('Escape');
  await page.keyboard.down('Escape');
  await page.keyboard.up('Escape');
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await expect(page).toHaveURL(/device=0&stream=7/);
  await page.getByRole('grid').getByText('gemm_first').click();
  await expect(page.getByRole('complementary')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/device/);

  await page.getByRole('button', { name: 'Device: 2 GPUs' }).click();
  await page.getByRole('menuitemradio', { name: /^GPU 1/ }).click();
  await page.getByRole('button', { name: /^Show the whole trace again/ }).click();
  await expect(page).not.toHaveURL(/device/);
});

test('a refusal says what, where and what to do, and the page goes on', async ({ page }) => {
  await chooseFile(page, { name: 'empty.json', mimeType: '', buffer: Buffer.from('') });
  await expect(page.getByRole('heading', { name: 'empty.json was not opened' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/empty/i);
  for (const term of ['What', 'Readable', 'What to do'])
    await expect(page.getByText(term, { exact: true })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where does the GPU time of a serving step go?');
});

test('a damaged file opens with a warning that stays, with counts', async ({ page }) => {
  const whole = TWO_GPUS.buffer.toString();
  const cut = whole.slice(0, whole.indexOf('gemm_second') + 4);
  await chooseFile(page, { name: 'cut.json', mimeType: '', buffer: Buffer.from(cut) });
  await waitForOverview(page);
  const strip = page.getByRole('note', { name: 'This file was damaged' });
  await expect(strip).toContainText('1 of 1 events kept');
  await expect(page.getByText('from first to last event')).toContainText('of the events that could be read');
  for (const key of ['5', '6', '9']) {
    await page.keyboard.press(key);
    await expect(strip).toBeVisible();
  }
  await expect(page.getByRole('navigation')).toContainText(/\d+\s*warning/);
  await page.getByRole('main').getByRole('row').nth(1).getByRole('button').click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText(`byte ${cut.lastIndexOf('{')}`);
  await expectNoViolations(page);
});

test('an archive asks which of its files to open', async ({ page }) => {
  const trace = new Uint8Array(TWO_GPUS.buffer);
  const archive = zipSync({ 'rank0.json': trace, 'rank1.json': trace, 'notes.txt': strToU8('not a trace') });
  await chooseFile(page, { name: 'ranks.zip', mimeType: '', buffer: Buffer.from(archive) });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem')).toHaveText([/rank0\.json/, /rank1\.json/, /notes\.txt/]);
  await dialog.getByRole('button', { name: 'Open all 2 traces' }).click();
  await waitForOverview(page);
  await page.getByRole('button', { name: /^Traces/ }).click();
  await expect(page.getByRole('menuitemradio')).toHaveText([/rank0\.json/, /rank1\.json/]);
});

test('a trace without GPU work says why, and what would fill the bar', async ({ page }) => {
  await chooseFile(
    page,
    json('cpu.json', [{ ph: 'X', cat: 'cpu_op', name: 'aten::mm', pid: 1, tid: 1, ts: 0, dur: 5 }]),
  );
  await waitForOverview(page);
  await expect(page.getByRole('main')).toContainText('No GPU work was recorded');
  await expect(page.getByRole('main')).toContainText('aten::mm');
  await expect(page.getByRole('main')).not.toContainText(/NaN|Infinity/);
});

test('a trace without events opens and says so', async ({ page }) => {
  await chooseFile(page, json('none.json', []));
  await waitForOverview(page);
  await expect(page.getByRole('main')).toContainText('This file holds no events');
  await expect(page.getByRole('main')).not.toContainText(/NaN|Infinity/);
});

test('the time bar copies as PNG, and downloads as an SVG that stands alone', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await chooseFile(page, TWO_GPUS);
  await waitForOverview(page);
  await page.getByRole('button', { name: 'Copy as PNG' }).click();
  await expect(page.getByRole('status')).toHaveText('Chart copied as PNG');
  expect(await page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types))).toEqual([
    'image/png',
  ]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the chart' }).click();
  await page.getByRole('menuitem', { name: 'Download SVG' }).click();
  const stream = await (await download).createReadStream();
  const svg = Buffer.concat(await stream.toArray()).toString();
  expect(svg).toContain('xmlns="http://www.w3.org/2000/svg"');
  expect(svg, '400 of 500 µs').toContain('80.0');
  expect(svg).not.toContain('var(--');
});

test('focus is reached and seen by keys alone', async ({ page }) => {
  await chooseFile(page, smallTrace());
  await waitForOverview(page);
  // From the beginning of the page: opening a trace has moved the focus to the view.
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
  });
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to the view' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const outline = await page.evaluate(
    () => document.activeElement && getComputedStyle(document.activeElement).outlineWidth,
  );
  expect(outline).toBe('2px');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no accessibility violations, ${colorScheme}`, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectNoViolations(page);
    await chooseFile(page, smallTrace());
    await waitForOverview(page);
    for (const key of ['1', '2', '4', '5', '6', '9']) {
      await page.keyboard.press(key);
      await expectNoViolations(page);
    }
    await page.keyboard.press('?');
    await expectNoViolations(page, IN_DIALOG);
  });
}

for (const [width, height] of [
  [300, 400],
  [1024, 640],
  [1920, 1080],
]) {
  test(`${width} × ${height}: the page never scrolls as a whole`, async ({ page }) => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.setViewportSize({ width, height });
    await expectNoPageScroll(page);
    await chooseFile(page, smallTrace());
    await waitForOverview(page);
    for (const key of ['1', '2', '4', '5', '6', '9']) {
      await page.keyboard.press(key);
      await expectNoPageScroll(page);
    }
    expect(errors).toEqual([]);
  });
}

/** A dialog lies outside the landmarks, and what is behind it is inert. */
const IN_DIALOG = ['region'];

async function expectNoViolations(page: Page, except: readonly string[] = []): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).disableRules([...except]).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

async function expectNoPageScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [scrollWidth - innerWidth, scrollHeight - innerHeight];
  });
  expect(overflow).toEqual([0, 0]);
}

async function dispatchDrag(page: Page, type: 'dragenter' | 'dragleave'): Promise<void> {
  await page.evaluate((event) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['{}'], 'x.json'));
    document.body.dispatchEvent(new DragEvent(event, { dataTransfer, bubbles: true, cancelable: true }));
  }, type);
}

/** Runs in the page: the sum of the layout shifts from now until the Overview's last table has stood for a while. */
async function layoutShift(): Promise<number> {
  let sum = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if ('value' in entry) sum += Number(entry.value);
  });
  observer.observe({ type: 'layout-shift' });
  while (!document.body.textContent?.includes('Events by category')) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  return sum;
}

function json(name: string, traceEvents: readonly object[], deviceProperties: readonly object[] = []): FilePayload {
  const text = JSON.stringify({ schemaVersion: 1, deviceProperties, traceEvents });
  return { name, mimeType: 'application/json', buffer: Buffer.from(text) };
}

function kernel(name: string, device: number, stream: number, ts: number, dur: number): object {
  return {
    ph: 'X',
    cat: 'kernel',
    name,
    pid: device,
    tid: stream,
    ts,
    dur,
    args: { device, stream, correlation: ts + 1 },
  };
}
