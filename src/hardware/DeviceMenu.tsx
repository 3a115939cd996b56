import { Menu } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import type { TraceSummary } from '../../workers/engine/engine.ts';
import { PRESETS_BY_MAKER } from '../../workers/engine/hardware.ts';
import type { Hardware } from '../../workers/roofline/hardware.ts';
import { Icon } from '../app/Icon.tsx';
import { shortText, visibleText } from '../format/visible-text.ts';
import { type ShownDevice, useShownDevice } from '../state/basis.ts';
import { notify, setHardware, setRoof, showDialog, useApp } from '../state/store.ts';
import styles from './DeviceMenu.module.css';
import { chooseDeviceFile, DEVICE_INPUT_ID, exportDevice, importDevice } from './device-file.ts';
import { memoryText, peaksText, whyUnknown } from './device-texts.ts';
import { ROOF_KINDS } from './figures.ts';

/** The device whose roofs are shown: to choose another one, or its other figures, to edit, import and export. */
export function DeviceMenu({ summary }: { readonly summary: TraceSummary }) {
  return (
    <>
      <span className={styles.line} />
      <Menu.Root>
        <DeviceTrigger />
        <Menu.Portal>
          <Menu.Positioner className="positioner" align="start" sideOffset={4}>
            <Menu.Popup className="menu">
              <TraceDevice summary={summary} />
              <SavedDevices />
              <Presets />
              <div className="menu-line" />
              <RoofChoice />
              <div className="menu-line" />
              <DeviceActions />
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <ImportInput />
    </>
  );
}

/** Id of the button that opens the menu: what the menu opens gives the focus back to it. */
export const DEVICE_TRIGGER_ID = 'device';

/** Who chose the device, where it was not the trace. */
const CHOSEN: Readonly<Record<ShownDevice['by'], string>> = {
  trace: '',
  preset: 'chosen by you',
  saved: 'your figures',
};

function DeviceTrigger() {
  const { hardware, by } = useShownDevice();
  const roof = useApp((state) => state.roof);
  return (
    <Menu.Trigger className={styles.trigger} id={DEVICE_TRIGGER_ID}>
      <span className="hidden">Hardware: </span>
      {hardware ? (
        <>
          <span className={styles.name}>{visibleText(hardware.name)}</span>
          <span className={styles.remark}>
            {[memoryText(hardware), CHOSEN[by], `${roof} roofs`].filter((part) => part !== '').join(', ')}
          </span>
        </>
      ) : (
        <span className={styles.name}>Unknown device: choose one</span>
      )}
      <Icon name="caret" size={14} />
    </Menu.Trigger>
  );
}

/** What the trace says of its device: the preset that it is, or why none can be told and which it may be. */
function TraceDevice({ summary }: { readonly summary: TraceSummary }) {
  const { hardware, facts } = summary;
  const { notHere } = useShownDevice();
  const missing = notHere === null ? [] : [`${shortText(notHere, 60)} of the link is not saved in this browser.`];
  if (hardware.state === 'chosen') {
    const { name } = hardware.hardware;
    return (
      <DeviceGroup title="From the trace" remarks={missing}>
        <Choice value={TRACE} title={`From the trace: ${name}`} note={memoryText(hardware.hardware)} />
      </DeviceGroup>
    );
  }
  const recorded = facts.find(({ label }) => label === 'Device')?.value;
  return (
    <>
      <DeviceGroup
        title="From the trace"
        remarks={[...missing, whyUnknown(hardware, recorded && shortText(recorded, 80))]}
      >
        <Choice value={TRACE} title="Unknown device: choose one" note="no roofs" />
      </DeviceGroup>
      {hardware.candidates.length > 0 && (
        <DeviceGroup title="It may be">
          {hardware.candidates.map((device) => (
            <Choice key={device.name} value={device.name} title={device.name} note={memoryText(device)} />
          ))}
        </DeviceGroup>
      )}
    </>
  );
}

function SavedDevices() {
  const saved = useApp((state) => state.savedHardware);
  if (saved.length === 0) return null;
  return (
    <DeviceGroup title="Saved in this browser">
      {saved.map((device) => (
        <Choice key={device.name} value={device.name} title={visibleText(device.name)} note={memoryText(device)} />
      ))}
    </DeviceGroup>
  );
}

/** A submenu for each maker, so that the roofs and the actions below stay in sight. */
function Presets() {
  const chosen = useApp((state) => state.hardware);
  return (
    <Menu.Group>
      <Menu.GroupLabel className="menu-label">Presets</Menu.GroupLabel>
      {PRESETS_BY_MAKER.map(({ maker, presets }) => (
        <Menu.SubmenuRoot key={maker}>
          <Menu.SubmenuTrigger className="menu-item">
            <span>{isNamed(presets, chosen) && <Icon name="check" size={14} />}</span>
            <span>{maker}</span>
            <Icon name="next" size={14} />
          </Menu.SubmenuTrigger>
          <Menu.Portal>
            <Menu.Positioner className="positioner" sideOffset={2}>
              <Menu.Popup className={`menu ${styles.presets}`}>
                <DeviceGroup title={`${maker} presets`}>
                  {presets.map((device) => (
                    <Choice key={device.name} value={device.name} title={device.name} note={memoryText(device)} />
                  ))}
                </DeviceGroup>
              </Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        </Menu.SubmenuRoot>
      ))}
    </Menu.Group>
  );
}

function RoofChoice() {
  const roof = useApp((state) => state.roof);
  const { hardware } = useShownDevice();
  return (
    <Menu.RadioGroup
      value={roof}
      onValueChange={(value) => {
        const chosen = ROOF_KINDS.find((kind) => kind === value);
        if (!chosen) return;
        setRoof(chosen);
        notify(`Roofs: ${chosen} figures`);
      }}
    >
      <Menu.Group>
        <Menu.GroupLabel className="menu-label">Roofs</Menu.GroupLabel>
        <Choice value="datasheet" title="Datasheet: dense peaks on paper" note={note(hardware, 'datasheet')} />
        <Choice value="achievable" title="Achievable: what measurements reach" note={note(hardware, 'achievable')} />
      </Menu.Group>
    </Menu.RadioGroup>
  );
}

function DeviceActions() {
  const { hardware } = useShownDevice();
  return (
    <>
      <Action title={hardware ? 'Edit figures…' : 'Enter figures…'} onClick={() => showDialog({ kind: 'device' })} />
      <Action title="Import…" note="JSON" onClick={chooseDeviceFile} />
      <Action title="Export" note="JSON" disabled={!hardware} onClick={() => hardware && exportDevice(hardware)} />
    </>
  );
}

/** Stands for the device of the trace, which no name is. */
const TRACE = '';

interface DeviceGroupProps {
  readonly title: string;
  /** Sentences below the title. */
  readonly remarks?: readonly string[];
  readonly children: ReactNode;
}

function DeviceGroup({ title, remarks = [], children }: DeviceGroupProps) {
  const chosen = useApp((state) => state.hardware);
  const { notHere } = useShownDevice();
  return (
    <Menu.RadioGroup
      value={notHere === null ? (chosen ?? TRACE) : TRACE}
      onValueChange={(value) => {
        setHardware(value === TRACE ? null : String(value));
        notify(value === TRACE ? 'Roofs: the device of the trace' : `Roofs of ${value}`);
      }}
    >
      <Menu.Group>
        <Menu.GroupLabel className="menu-label">
          {title}
          {remarks.map((remark) => (
            <span key={remark} className={styles.why}>
              {remark}
            </span>
          ))}
        </Menu.GroupLabel>
        {children}
      </Menu.Group>
    </Menu.RadioGroup>
  );
}

interface ChoiceProps {
  readonly value: string;
  readonly title: string;
  readonly note: string;
}

function Choice({ value, title, note }: ChoiceProps) {
  return (
    <Menu.RadioItem className="menu-item" value={value} closeOnClick>
      <span>
        <Menu.RadioItemIndicator>
          <Icon name="check" size={14} />
        </Menu.RadioItemIndicator>
      </span>
      <span>{title}</span>
      <span className="dim">{note}</span>
    </Menu.RadioItem>
  );
}

interface ActionProps {
  readonly title: string;
  readonly note?: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

function Action({ title, note, disabled, onClick }: ActionProps) {
  return (
    <Menu.Item className={`menu-item ${styles.action}`} disabled={disabled ?? false} onClick={onClick}>
      <span />
      <span>{title}</span>
      <span className="dim">{note}</span>
    </Menu.Item>
  );
}

/** The file input behind "Import…". */
function ImportInput() {
  return (
    <input
      id={DEVICE_INPUT_ID}
      type="file"
      accept=".json,application/json"
      hidden
      aria-label="Import a device"
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0];
        if (file) importDevice(file);
        // So that choosing the same file again is a change again.
        currentTarget.value = '';
      }}
    />
  );
}

function isNamed(devices: readonly Hardware[], name: string | null): boolean {
  return devices.some((device) => device.name === name);
}

function note(hardware: Hardware | null, kind: (typeof ROOF_KINDS)[number]): string {
  return hardware ? peaksText(hardware, kind) : '';
}
