import { Menu } from '@base-ui/react/menu';
import { useEffect, useId, useState } from 'react';
import type { TimelineTrack } from '../../../workers/engine/timeline-engine.ts';
import { changeTimeline, useApp } from '../../state/store.ts';
import { COLOUR_MODES } from '../../state/timeline-settings.ts';
import { CategoryMark } from '../../styles/CategoryMark.tsx';
import tabs from '../../table/tabs.module.css';
import { COLOUR_TITLES, type ColourScale } from './colour-scales.ts';
import type { Stage } from './stage.ts';
import styles from './Timeline.module.css';

/** What slices are coloured by. */
export function ColourChoice() {
  const colour = useApp((state) => state.timeline.colour);
  const id = useId();
  return (
    <span className={styles.choice}>
      <label htmlFor={id}>Colour</label>
      <select
        id={id}
        className={styles.select}
        value={colour}
        onChange={({ target }) =>
          changeTimeline({ colour: COLOUR_MODES.find((mode) => mode === target.value) ?? colour })
        }
      >
        {COLOUR_MODES.map((mode) => (
          <option key={mode} value={mode}>
            {COLOUR_TITLES[mode]}
          </option>
        ))}
      </select>
    </span>
  );
}

export function PythonToggle() {
  const collapsed = useApp((state) => state.timeline.pythonCollapsed);
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-pressed={!collapsed}
      title={collapsed ? 'Show Python frames (p)' : 'Leave Python frames out (p)'}
      onClick={() => changeTimeline({ pythonCollapsed: !collapsed })}
    >
      Python
    </button>
  );
}

const LAYOUTS = [
  { id: 'trace', title: 'Trace' },
  { id: 'steps', title: 'By step' },
] as const;

/** The trace on one axis, or its steps one under the other. */
export function LayoutChoice() {
  const layout = useApp((state) => state.timeline.layout);
  return (
    <fieldset className={`${tabs.list} ${styles.layouts}`} aria-label="The timeline shows">
      {LAYOUTS.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          className={tabs.tab}
          aria-pressed={layout === id}
          data-active={layout === id ? '' : undefined}
          onClick={() => changeTimeline({ layout: id })}
        >
          {title}
        </button>
      ))}
    </fieldset>
  );
}

/** Brings hidden tracks back. */
export function HiddenTracks({ hidden }: { readonly hidden: readonly TimelineTrack[] }) {
  const settings = useApp((state) => state.timeline.tracks);
  if (hidden.length === 0) return null;
  const show = (ids: readonly string[]) => {
    const shown = ids.map((id) => [id, { ...settings[id], hidden: false }] as const);
    changeTimeline({ tracks: { ...settings, ...Object.fromEntries(shown) } });
  };
  return (
    <Menu.Root>
      <Menu.Trigger className="button">{`${hidden.length} hidden`}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="positioner" align="end" sideOffset={4}>
          <Menu.Popup className="menu">
            <Menu.Item className="menu-item" onClick={() => show(hidden.map(({ id }) => id))}>
              <span />
              <span>Show all</span>
            </Menu.Item>
            <div className="menu-line" />
            {hidden.map(({ id, title, group }) => (
              <Menu.Item key={id} className="menu-item" onClick={() => show([id])}>
                <span />
                <span>{title}</span>
                <span className="dim">{group}</span>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** What the colours stand for, of those that were seen so far. */
export function Legend({ scale, stage }: { readonly scale: ColourScale; readonly stage: Stage }) {
  const seen = useSeen(scale, stage);
  if (scale.legend === 'none') return <p className={styles.legend}>One colour for all slices of an operator.</p>;
  return (
    <ul className={styles.legend} aria-label="Colours">
      {scale.entries
        .filter((entry) => scale.legend === 'all' || seen.has(entry.label))
        .map(({ label, colour, category }) => (
          <li key={label}>
            {category === undefined ? <Swatch colour={colour} /> : <CategoryMark id={category} />}
            {label}
          </li>
        ))}
    </ul>
  );
}

/** Labels of the colours that any picture showed: a legend grows, it does not flicker. */
function useSeen(scale: ColourScale, stage: Stage): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (scale.legend !== 'seen') return;
    let last: unknown = null;
    const look = () => {
      const { answer } = stage.feed;
      if (!answer || answer === last) return;
      last = answer;
      const places = new Set(scale.paint(answer.slices, answer.view.tracks));
      const labels = Array.from(places, (place) => scale.entries[place].label);
      setSeen((before) => (labels.every((label) => before.has(label)) ? before : new Set([...before, ...labels])));
    };
    look();
    return stage.onDraw(look);
  }, [scale, stage]);
  return seen;
}

function Swatch({ colour }: { readonly colour: string }) {
  return (
    <svg className="mark" width="10" height="10" aria-hidden="true">
      <rect width="10" height="10" fill={colour} />
    </svg>
  );
}
