import { useId } from 'react';
import { PRECISIONS } from '../../workers/engine/hardware.ts';
import type { RoofKind } from '../../workers/roofline/hardware.ts';
import type { Engine, Precision } from '../../workers/roofline/perf-model.ts';
import { visibleText } from '../format/visible-text.ts';
import { type Draft, textAt, withMatrixOnVector } from './draft.ts';
import { type CommonSource, FigureField } from './FigureField.tsx';
import styles from './FigureTable.module.css';
import { commonSource, ROOF_KINDS } from './figures.ts';

interface FigureTableProps {
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

interface RowsProps extends FigureTableProps {
  readonly common: Commons;
}

/** The source that most figures of a column have, told once in its head. */
type Commons = Readonly<Record<RoofKind, CommonSource>>;

const KIND_TITLES: Readonly<Record<RoofKind, string>> = { datasheet: 'Datasheet', achievable: 'Achievable' };

/** All figures of a device in fields: datasheet and achievable apart, each with its source or what it means that it is not known. */
export function FigureTable({ draft, onDraft }: FigureTableProps) {
  const { original } = draft;
  const id = useId();
  const common: Commons = {
    datasheet: { id: `${id}datasheet`, source: commonSource(original, 'datasheet') },
    achievable: { id: `${id}achievable`, source: commonSource(original, 'achievable') },
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section className={styles.scroll} aria-label="Figures" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Figure</th>
            {ROOF_KINDS.map((kind) => (
              <th key={kind} scope="col">
                {KIND_TITLES[kind]}
                {common[kind].source !== null && (
                  <span id={common[kind].id} className={styles.common}>
                    {visibleText(common[kind].source)}
                  </span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <DeviceRows common={common} draft={draft} onDraft={onDraft} />
        <PeakRows engine="matrix" common={common} draft={draft} onDraft={onDraft} />
        <PeakRows engine="vector" common={common} draft={draft} onDraft={onDraft} />
      </table>
    </section>
  );
}

/** What a device has once, whatever the roof. */
const DEVICE_FIGURES = [
  { id: 'memory', label: 'Memory, GB' },
  { id: 'units', label: 'SMs or CUs' },
] as const;

function DeviceRows({ common, draft, onDraft }: RowsProps) {
  return (
    <tbody>
      <SectionHead title="Device" />
      {DEVICE_FIGURES.map(({ id, label }) => (
        <tr key={id}>
          <th scope="row">{label}</th>
          <td colSpan={2}>
            <FigureField
              id={id}
              label={label}
              absent="not known"
              common={common.datasheet}
              draft={draft}
              onDraft={onDraft}
            />
          </td>
        </tr>
      ))}
      <tr>
        <th scope="row">Bandwidth, GB/s</th>
        {ROOF_KINDS.map((kind) => (
          <td key={kind}>
            <FigureField
              id={`${kind}.bandwidth`}
              label={`${KIND_TITLES[kind]} bandwidth, GB/s`}
              absent={noBandwidth(draft, kind)}
              common={common[kind]}
              draft={draft}
              onDraft={onDraft}
            />
          </td>
        ))}
      </tr>
    </tbody>
  );
}

/** A bandwidth that nobody measured is the datasheet's. */
function noBandwidth(draft: Draft, kind: RoofKind): string {
  if (kind === 'achievable' && textAt(draft, 'datasheet.bandwidth') !== '')
    return 'not known: that of the datasheet counts';
  return 'not known: no memory roof';
}

const ENGINE_NOTES: Readonly<Record<Engine, { readonly title: string; readonly note: string }>> = {
  matrix: {
    title: 'Matrix units',
    note: 'Dense. Tick what has no matrix unit of its own: such products then count against the vector figure.',
  },
  vector: { title: 'Vector units', note: 'All that is not a matrix product.' },
};

function PeakRows({ engine, common, draft, onDraft }: RowsProps & { readonly engine: Engine }) {
  const { title, note } = ENGINE_NOTES[engine];
  return (
    <tbody>
      <SectionHead title={title} note={note} />
      {PRECISIONS.map((precision) => {
        const onVector = engine === 'matrix' && draft.matrixOnVector.includes(precision);
        return (
          <tr key={precision}>
            <th scope="row">
              <span className={styles.peak}>
                <span>{`${precision}, ${unitOf(precision)}`}</span>
                {engine === 'matrix' && (
                  <OnVector
                    precision={precision}
                    on={onVector}
                    onChange={(on) => onDraft(withMatrixOnVector(draft, precision, on))}
                  />
                )}
              </span>
            </th>
            {ROOF_KINDS.map((kind) => (
              <td key={kind}>
                <FigureField
                  id={`${kind}.${engine}_${precision}`}
                  label={`${KIND_TITLES[kind]} ${engine} ${precision}, ${unitOf(precision)}`}
                  absent={onVector ? 'the vector figure counts' : noPeak(kind, precision)}
                  unused={onVector}
                  common={common[kind]}
                  draft={draft}
                  onDraft={onDraft}
                />
              </td>
            ))}
          </tr>
        );
      })}
    </tbody>
  );
}

function unitOf(precision: Precision): string {
  return precision === 'int8' ? 'TOP/s' : 'TFLOP/s';
}

function noPeak(kind: RoofKind, precision: Precision): string {
  return kind === 'datasheet'
    ? `not known: no compute roof for ${precision}`
    : `not known: no achievable roof for ${precision}`;
}

interface OnVectorProps {
  readonly precision: Precision;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

function OnVector({ precision, on, onChange }: OnVectorProps) {
  const id = useId();
  return (
    <span className={styles.onVector}>
      <input
        id={id}
        type="checkbox"
        checked={on}
        aria-label={`${precision} matrix products run on the vector units`}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label htmlFor={id} aria-hidden="true">
        on vector units
      </label>
    </span>
  );
}

function SectionHead({ title, note }: { readonly title: string; readonly note?: string }) {
  return (
    <tr className={styles.section}>
      <th scope="rowgroup" colSpan={3}>
        {title}
        {note && <span className={styles.sectionNote}>{note}</span>}
      </th>
    </tr>
  );
}
