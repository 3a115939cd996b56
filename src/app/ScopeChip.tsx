import { Menu } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { isWhole, PHASES, type Phase } from '../../workers/base/scope.ts';
import type { TraceSummary } from '../../workers/engine/engine.ts';
import { formatCount, formatDuration } from '../format/format.ts';
import { devicesOf } from '../state/scope.ts';
import { setScope, showView, useApp } from '../state/store.ts';
import { Icon } from './Icon.tsx';
import styles from './ScopeChip.module.css';

/** What part of the trace every view shows. A click on a part changes that part. */
export function ScopeChip({ summary }: { readonly summary: TraceSummary }) {
  const scope = useApp((state) => state.scope);
  const whole = isWhole(scope);
  return (
    <fieldset className={whole ? styles.chip : styles.narrowed} aria-label="Scope">
      <span className={styles.title}>Scope</span>
      {whole && <span className={styles.text}>whole trace</span>}
      <StepsPart />
      {summary.streams.length > 0 && <DevicePart summary={summary} />}
      {summary.streams.length > 1 && <StreamPart summary={summary} />}
      {scope.window && <span className={styles.text}>{windowText(scope.window)}</span>}
      {!whole && (
        <button
          type="button"
          className={styles.clear}
          aria-label="Show the whole trace again (Esc Esc)"
          onClick={() => setScope({})}
        >
          <Icon name="close" size={12} />
        </button>
      )}
    </fieldset>
  );
}

/** By its length, which two times would not show where it is short and late: `1.93 µs from 382.202 ms`. */
function windowText([startNs, endNs]: readonly [number, number]): string {
  return `${formatDuration(endNs - startNs)} from ${formatDuration(startNs, 'table')}`;
}

/** The steps of a scope that names some: a click leads to where others are chosen, or to another phase. */
function StepsPart() {
  const { steps, phase, ...rest } = useApp((state) => state.scope);
  if (!steps && !phase) return null;
  return (
    <>
      {steps && (
        <button type="button" className={styles.part} onClick={() => showView('steps')}>
          {stepsText(steps)}
        </button>
      )}
      <Part
        label="Phase"
        text={phase ?? 'all phases'}
        value={phase ?? ALL}
        choices={[
          { value: ALL, label: 'All phases', note: '' },
          ...PHASES.map((value) => ({ value, label: value, note: PHASE_NOTES[value] })),
        ]}
        onChoose={(value) => {
          const chosen = PHASES.find((one) => one === value);
          setScope({ ...rest, ...(steps && { steps }), ...(chosen && { phase: chosen }) });
        }}
      />
    </>
  );
}

const PHASE_NOTES: Readonly<Record<Phase, string>> = {
  prefill: 'prompts alone',
  mixed: 'prompts and generation',
  decode: 'generation alone',
  idle: 'nothing to do',
  step: 'steps of another kind',
};

function stepsText([from, to]: readonly [number, number]): string {
  return to - from === 1 ? `step ${formatCount(from)}` : `${formatCount(to - from)} steps from ${formatCount(from)}`;
}

function DevicePart({ summary }: { readonly summary: TraceSummary }) {
  const { device, stream, ...rest } = useApp((state) => state.scope);
  const devices = devicesOf(summary);
  if (devices.length === 1) return <span className={styles.text}>{`GPU ${devices[0].device}`}</span>;
  const choices = devices.map((d) => ({
    value: String(d.device),
    label: `GPU ${d.device}`,
    note: `${formatCount(d.gpuEvents)} GPU events`,
  }));
  return (
    <Part
      label="Device"
      text={device === undefined ? `${devices.length} GPUs` : `GPU ${device}`}
      value={device === undefined ? ALL : String(device)}
      choices={[{ value: ALL, label: 'All GPUs', note: `${formatCount(summary.gpuEvents)} GPU events` }, ...choices]}
      onChoose={(value) => setScope(value === ALL ? rest : { ...rest, device: Number(value) })}
    />
  );
}

function StreamPart({ summary }: { readonly summary: TraceSummary }) {
  const { stream, ...rest } = useApp((state) => state.scope);
  const { device } = rest;
  const streams = summary.streams.filter((s) => device === undefined || s.device === device);
  const several = devicesOf(summary).length > 1 && device === undefined;
  const choices = streams.map((s) => ({
    value: `${s.device}:${s.stream}`,
    label: several ? `GPU ${s.device}, stream ${s.stream}` : `stream ${s.stream}`,
    note: `${formatCount(s.gpuEvents)} GPU events`,
  }));
  const choose = (value: string) => {
    if (value === ALL) return setScope(rest);
    const chosen = streams.find((s) => `${s.device}:${s.stream}` === value);
    if (chosen) setScope({ ...rest, device: chosen.device, stream: chosen.stream });
  };
  return (
    <Part
      label="Stream"
      text={
        stream === undefined
          ? streams.length === 1
            ? '1 stream'
            : `${formatCount(streams.length)} streams`
          : `stream ${stream}`
      }
      value={stream === undefined ? ALL : `${device}:${stream}`}
      choices={[{ value: ALL, label: 'All streams', note: '' }, ...choices]}
      onChoose={choose}
    />
  );
}

const ALL = 'all';

interface PartProps {
  readonly label: string;
  readonly text: ReactNode;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly label: string; readonly note: string }[];
  readonly onChoose: (value: string) => void;
}

function Part({ label, text, value, choices, onChoose }: PartProps) {
  return (
    <Menu.Root>
      <Menu.Trigger className={styles.part} aria-label={`${label}: ${text}`}>
        {text}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="positioner" align="start" sideOffset={6}>
          <Menu.Popup className="menu">
            <Menu.RadioGroup value={value} onValueChange={(chosen) => onChoose(String(chosen))}>
              {choices.map((choice) => (
                <Menu.RadioItem key={choice.value} className="menu-item" value={choice.value} closeOnClick>
                  <span>
                    <Menu.RadioItemIndicator>
                      <Icon name="check" size={14} />
                    </Menu.RadioItemIndicator>
                  </span>
                  <span>{choice.label}</span>
                  <span className="dim">{choice.note}</span>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
