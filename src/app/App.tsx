import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import { ConventionsDialog } from '../conventions/ConventionsDialog.tsx';
import { DeviceDialog } from '../hardware/DeviceDialog.tsx';
import { RefusedDeviceDialog } from '../hardware/RefusedDeviceDialog.tsx';
import { files } from '../state/files.ts';
import { CommandPalette } from './CommandPalette.tsx';
import { DropTarget } from './DropTarget.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { HelpDialog } from './HelpDialog.tsx';
import { OPEN_INPUT_ID } from './open-dialog.ts';
import { Shell } from './Shell.tsx';

/** The whole page. */
export function App() {
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={400}>
        <ErrorBoundary what="The page">
          <Shell />
          <HelpDialog />
          <CommandPalette />
          <DeviceDialog />
          <RefusedDeviceDialog />
          <ConventionsDialog />
        </ErrorBoundary>
        <DropTarget />
        <OpenInput />
      </Tooltip.Provider>
    </CSPProvider>
  );
}

/** The file input behind `openDialog`. It takes any file: content decides, not the name. */
function OpenInput() {
  return (
    <input
      id={OPEN_INPUT_ID}
      type="file"
      multiple
      hidden
      aria-label="Open traces"
      onChange={({ currentTarget }) => {
        files.add([...(currentTarget.files ?? [])].map((file) => ({ name: file.name, blob: file })));
        // So that choosing the same file again is a change again.
        currentTarget.value = '';
      }}
    />
  );
}
