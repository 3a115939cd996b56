import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import { ConventionsDialog } from '../conventions/ConventionsDialog.tsx';
import { FilesDialog } from '../files/FilesDialog.tsx';
import { DeviceDialog } from '../hardware/DeviceDialog.tsx';
import { RefusedDeviceDialog } from '../hardware/RefusedDeviceDialog.tsx';
import { CommandPalette } from './CommandPalette.tsx';
import { DropTarget } from './DropTarget.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { HelpDialog } from './HelpDialog.tsx';
import { OpenInputs } from './OpenInputs.tsx';
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
          <FilesDialog />
        </ErrorBoundary>
        <DropTarget />
        <OpenInputs />
      </Tooltip.Provider>
    </CSPProvider>
  );
}
