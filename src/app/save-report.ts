import { isWhole } from '../../workers/base/scope.ts';
import type { ReportFormat } from '../../workers/engine/engine.ts';
import { visibleText } from '../format/visible-text.ts';
import { shownBasis } from '../state/basis.ts';
import { activeFile, appState, notify } from '../state/store.ts';
import { download, fileStem } from '../table/download.ts';

const TYPES: Readonly<Record<ReportFormat, string>> = {
  zip: 'application/zip',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Saves all tables of the trace that is shown, as the page counts now, in one file. Says how it goes. */
export async function saveReport(format: ReportFormat): Promise<void> {
  const state = appState();
  const file = activeFile(state);
  if (file?.status.kind !== 'open') return;
  const fileName = `${fileStem(file.name)}.report.${format}`;
  notify(`Making the report of ${visibleText(file.name)}…`);
  try {
    const bytes = await file.status.trace.report(shownBasis(state), format);
    download(new Uint8Array(bytes), fileName, TYPES[format]);
    const part = isWhole(state.scope) ? '' : ', of the scope that is shown';
    notify(`Report saved as ${fileName}${part}`);
  } catch (error) {
    notify(`The report could not be made: ${error instanceof Error ? error.message : String(error)}`);
  }
}
