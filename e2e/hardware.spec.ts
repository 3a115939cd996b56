import type { Locator, Page } from '@playwright/test';
import { expectNoViolations } from './accessibility.ts';
import { kernel } from './made-traces.ts';
import { chooseFile, openPage, waitForOverview } from './page.ts';
import { expect, test } from './site.ts';
import { jsonFile, smallTrace } from './traces.ts';

test.beforeEach(async ({ page, site }) => {
  await openPage(page, site);
});

test('an unknown device is not guessed: the header asks, and shows what is chosen', async ({ page }) => {
  await openTraceOf(page, { name: 'Accelerator Zero', totalGlobalMem: 48 * GIB });
  await expect(hardware(page)).toHaveText(/Unknown device: choose one$/);
  await hardware(page).click();
  await expect(page.getByRole('menu')).toContainText('No preset fits what the trace names: Accelerator Zero, 48 GB.');
  await expect(page.getByRole('menuitemradio', { name: /^Unknown device/ })).toBeChecked();
  await expect(page.getByRole('menuitem', { name: 'Export' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('menuitem', { name: 'AMD' }).click();
  await page.getByRole('menuitemradio', { name: /^MI300X/ }).click();
  await expect(hardware(page)).toHaveText(/MI300X192.GB, chosen by you, datasheet roofs$/);
  await expect(page).toHaveURL(/hardware=MI300X/);
  await expect(page.getByRole('status')).toHaveText('Roofs of MI300X');

  await hardware(page).click();
  await page.getByRole('menuitemradio', { name: /^Achievable/ }).click();
  await expect(hardware(page)).toHaveText(/achievable roofs$/);
  await expect(page).toHaveURL(/roof=achievable/);
  await hardware(page).click();
  await page.getByRole('menuitemradio', { name: /^Unknown device/ }).click();
  await expect(hardware(page)).toHaveText(/Unknown device: choose one$/);
  await expect(page).not.toHaveURL(/hardware=/);
});

test('a device that its name leaves open offers what it may be', async ({ page }) => {
  await openTraceOf(page, { name: 'Tesla V100-SXM2' });
  await hardware(page).click();
  await expect(page.getByRole('group', { name: 'It may be' }).getByRole('menuitemradio')).toHaveText([
    'V100 SXM2 16 GB',
    'V100 SXM2 32 GB',
  ]);
  await page.getByRole('menuitemradio', { name: 'V100 SXM2 32 GB' }).click();
  await expect(hardware(page)).toContainText('V100 SXM2 32 GB');
});

test('a device without a preset is entered by hand, and one that is not here is said to be missing', async ({
  page,
}) => {
  await openTraceOf(page, { name: 'Accelerator Zero' });
  await openEditor(page, 'Enter figures…');
  await save(page).click();
  await expect(nameField(page)).toBeFocused();
  await expect(nameField(page)).toHaveAccessibleDescription('Give the device a name.');
  await nameField(page).fill('Zero');
  await figure(page, 'Datasheet bandwidth, GB/s').fill('1200');
  await save(page).click();
  await expect(hardware(page)).toHaveText(/Zeroyour figures, datasheet roofs$/);

  await page.evaluate(() => {
    localStorage.clear();
    location.reload();
  });
  await openTraceOf(page, { name: 'Accelerator Zero' });
  await expect(page).toHaveURL(/hardware=Zero/);
  await hardware(page).click();
  await expect(page.getByRole('menu')).toContainText('Zero of the link is not saved in this browser.');
});

test('edited figures are checked, saved, still there after a reload, renamed and deleted', async ({ page }) => {
  await chooseFile(page, smallTrace());
  await waitForOverview(page);
  await openEditor(page);
  const bf16 = figure(page, 'Datasheet matrix bf16, TFLOP/s');
  await expect(bf16).toHaveValue('989.4');
  await expect(bf16).toHaveAccessibleDescription(/^as above .*NVIDIA datasheet/);
  await expect(figure(page, 'Achievable matrix bf16, TFLOP/s')).toHaveAccessibleDescription(/^not confirmed/);
  await expect(figure(page, 'Datasheet matrix fp4, TFLOP/s')).toHaveAccessibleDescription(
    'not known: no compute roof for fp4',
  );
  await bf16.fill('9 000');
  await save(page).click();
  await expect(bf16).toBeFocused();
  await expect(bf16).toHaveAccessibleDescription(/^Write a number above 0/);
  await bf16.fill('900');
  await expect(bf16).toHaveAccessibleDescription('not confirmed edited by you');
  await nameField(page).fill('MI300X');
  await save(page).click();
  await expect(nameField(page)).toBeFocused();
  await expect(nameField(page)).toHaveAccessibleDescription('MI300X is a preset. Choose another name.');
  await nameField(page).fill('Bench');
  await save(page).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('status')).toHaveText('Bench is saved in this browser');
  await expect(hardware(page)).toContainText('Bench');

  await page.reload();
  await chooseFile(page, smallTrace());
  await waitForOverview(page);
  await expect(hardware(page)).toContainText('Bench');
  await openEditor(page);
  await expect(bf16).toHaveValue('900');
  await bf16.fill('1');
  await dialog(page).getByRole('button', { name: 'Reset figures' }).click();
  await expect(bf16).toHaveValue('900');
  await nameField(page).fill('Bench 2');
  await save(page).click();
  await hardware(page).click();
  await expect(page.getByRole('group', { name: 'Saved in this browser' }).getByRole('menuitemradio')).toHaveText([
    /^Bench 2/,
  ]);
  await page.keyboard.press('Escape');

  await openEditor(page);
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await dialog(page).getByRole('button', { name: 'Press again to delete for good' }).click();
  await expect(hardware(page)).toHaveText(/H100 SXM 80 GBdatasheet roofs$/);
  await hardware(page).click();
  await expect(page.getByRole('group', { name: 'Saved in this browser' })).toHaveCount(0);
});

test('without storage a saved device lasts as long as the page, which says so', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('off', 'SecurityError');
    };
  });
  await page.reload();
  await chooseFile(page, smallTrace());
  await waitForOverview(page);
  await openEditor(page);
  await save(page).click();
  await expect(page.getByRole('status')).toContainText('lasts until you close this page');
  await expect(hardware(page)).toContainText('H100 SXM 80 GB (edited)');
});

test('an architecture file of TraceLens is imported, and says what it left out', async ({ page }) => {
  await openTraceOf(page, { name: 'Accelerator Zero' });
  const architecture = {
    name: 'MI300X',
    mem_bw_gbps: 5300,
    memory_gb: 192,
    freq_mhz: 2100,
    max_achievable_tflops: { matrix_bf16: 708, matrix_int4: 9 },
  };
  await importFile(page, 'mi300x.json', JSON.stringify(architecture));
  await expect(dialog(page)).toHaveAccessibleName('Device from mi300x.json');
  await expect(dialog(page)).toContainText('left out: freq_mhz, max_achievable_tflops.matrix_int4.');
  await expect(dialog(page)).toContainText('MI300X is taken');
  await expect(nameField(page)).toHaveValue('MI300X (imported)');
  for (const kind of ['Datasheet', 'Achievable']) {
    await expect(figure(page, `${kind} matrix bf16, TFLOP/s`)).toHaveValue('708');
    await expect(figure(page, `${kind} bandwidth, GB/s`)).toHaveValue('5300');
  }
  await save(page).click();
  await expect(hardware(page)).toContainText('MI300X (imported)');
});

test('a file that holds no device is refused with the path of what is wrong', async ({ page }) => {
  await openTraceOf(page, { name: 'Accelerator Zero' });
  await importFile(page, 'bad.json', '{"name":"X","datasheet":{"peaks":{"matrix_bf16":"fast"}}}');
  await expect(dialog(page)).toHaveAccessibleName('bad.json was not imported');
  await expect(dialog(page)).toHaveAccessibleDescription('datasheet.peaks.matrix_bf16 should be an object in braces.');
  await expectNoViolations(page);
  await importFile(page, 'text.json', 'name: X');
  await expect(dialog(page)).toHaveAccessibleDescription('The file should hold JSON.');
  await importFile(page, 'large.json', `{"name":"X","datasheet":{}}${' '.repeat(1e6)}`);
  await expect(dialog(page)).toHaveAccessibleDescription(/larger than 1 MB/);
  const chooser = page.waitForEvent('filechooser');
  await dialog(page).getByRole('button', { name: 'Choose another file…' }).click();
  await (await chooser).setFiles(jsonFile('good.json', '{"name":"Good","datasheet":{"bandwidth":100}}'));
  await expect(dialog(page)).toHaveAccessibleName('Device from good.json');
});

test('an exported device comes back as it was', async ({ page }) => {
  await chooseFile(page, smallTrace());
  await waitForOverview(page);
  const exported = await exportFile(page);
  expect(exported.name).toBe('H100 SXM 80 GB.json');
  expect(JSON.parse(exported.text)).toMatchObject({
    name: 'H100 SXM 80 GB',
    units: 132,
    datasheet: { bandwidth: { value: 3350, confirmed: true }, peaks: { matrix_bf16: { value: 989.4 } } },
  });
  await importFile(page, exported.name, exported.text);
  await expect(dialog(page)).not.toContainText('left out');
  await nameField(page).fill('Copy');
  await save(page).click();
  await expect(hardware(page)).toContainText('Copy');
  const again = await exportFile(page);
  expect(again.name).toBe('Copy.json');
  expect(again.text.replace('"Copy"', '"H100 SXM 80 GB"')).toBe(exported.text);
});

test('hardware is chosen and edited by keys alone, and the focus comes back', async ({ page }) => {
  await chooseFile(page, smallTrace());
  await waitForOverview(page);
  await hardware(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: /^From the trace/ })).toBeFocused();
  await page.keyboard.press('a');
  await expect(page.getByRole('menuitem', { name: 'AMD' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('menuitemradio', { name: /^MI210/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(hardware(page)).toContainText('MI210');
  await expect(hardware(page)).toBeFocused();

  await page.keyboard.press('Enter');
  await page.keyboard.press('e');
  await page.keyboard.press('Enter');
  await expect(nameField(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(hardware(page)).toBeFocused();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no accessibility violations in the menu and the editor, ${colorScheme}`, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await openTraceOf(page, { name: 'Tesla V100-SXM2' });
    await hardware(page).click();
    await page.getByRole('menuitem', { name: 'NVIDIA' }).click();
    await expect(page.getByRole('menuitemradio', { name: 'RTX 4090' })).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('menuitemradio', { name: 'RTX 4090' }).click();
    await openEditor(page);
    await figure(page, 'Memory, GB').fill('none');
    await expectNoViolations(page);
  });
}

const GIB = 1024 ** 3;

/** The button of the hardware menu. */
function hardware(page: Page): Locator {
  return page.getByRole('button', { name: /^Hardware:/ });
}

function dialog(page: Page): Locator {
  return page.getByRole('dialog');
}

function nameField(page: Page): Locator {
  return dialog(page).getByRole('textbox', { name: 'Name', exact: true });
}

function figure(page: Page, name: string): Locator {
  return dialog(page).getByRole('textbox', { name, exact: true });
}

function save(page: Page): Locator {
  return dialog(page).getByRole('button', { name: 'Save and use' });
}

async function openEditor(page: Page, item = 'Edit figures…'): Promise<void> {
  await hardware(page).click();
  await page.getByRole('menuitem', { name: item }).click();
  await expect(nameField(page)).toBeVisible();
}

async function importFile(page: Page, name: string, text: string): Promise<void> {
  await page.getByLabel('Import a device').setInputFiles(jsonFile(name, text));
}

async function exportFile(page: Page): Promise<{ readonly name: string; readonly text: string }> {
  await hardware(page).click();
  const started = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export' }).click();
  const download = await started;
  const stream = await download.createReadStream();
  return { name: download.suggestedFilename(), text: Buffer.concat(await stream.toArray()).toString() };
}

/** Opens a trace of one kernel on a device that describes itself so. */
async function openTraceOf(page: Page, device: object): Promise<void> {
  const text = JSON.stringify({
    schemaVersion: 1,
    deviceProperties: [{ id: 0, ...device }],
    traceEvents: [kernel(0, 'gemm', 0, 100)],
  });
  await chooseFile(page, jsonFile('one-kernel.json', text));
  await waitForOverview(page);
}
