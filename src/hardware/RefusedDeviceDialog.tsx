import { Dialog } from '@base-ui/react/dialog';
import { Icon } from '../app/Icon.tsx';
import { shortText } from '../format/visible-text.ts';
import { showDialog, useApp } from '../state/store.ts';
import { DEVICE_TRIGGER_ID } from './DeviceMenu.tsx';
import { chooseDeviceFile } from './device-file.ts';
import { faultText } from './device-texts.ts';
import styles from './RefusedDeviceDialog.module.css';

/** A file that holds no device: what is wrong with it, where, and what would do. */
export function RefusedDeviceDialog() {
  const refused = useApp((state) => (state.dialog?.kind === 'device-refused' ? state.dialog : null));
  return (
    <Dialog.Root open={refused !== null} onOpenChange={() => showDialog(null)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog" finalFocus={() => document.getElementById(DEVICE_TRIGGER_ID)}>
          {refused && (
            <>
              <div className="dialog-head">
                <Dialog.Title>{shortText(refused.file, 60)} was not imported</Dialog.Title>
                <Dialog.Close className="icon-button" aria-label="Close">
                  <Icon name="close" />
                </Dialog.Close>
              </div>
              <div className={`dialog-body ${styles.body}`}>
                <Dialog.Description>{faultText(refused.fault)}</Dialog.Description>
                <p className="dim">
                  You can import what “Export” writes, and architecture files of TraceLens: JSON with name, mem_bw_gbps
                  and max_achievable_tflops.
                </p>
                <button type="button" className="button tall" onClick={chooseDeviceFile}>
                  Choose another file…
                </button>
              </div>
            </>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
