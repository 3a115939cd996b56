import { useId } from 'react';
import type { Figure } from '../../workers/roofline/hardware.ts';
import { visibleText } from '../format/visible-text.ts';
import { type Draft, draftFigure, figureFault, textAt } from './draft.ts';
import styles from './FigureTable.module.css';
import { type FigureId, hasSource, sourceText } from './figures.ts';

/** A source that is told once, and the element that tells it. */
export interface CommonSource {
  readonly id: string;
  readonly source: string | null;
}

interface FigureFieldProps {
  readonly id: FigureId;
  /** Its name where it stands alone, unit included. */
  readonly label: string;
  /** What it means that the figure is not known. */
  readonly absent: string;
  /** The figure is held but bounds nothing. */
  readonly unused?: boolean;
  readonly common: CommonSource;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

/** One figure to edit, and beside it what is wrong with the text, or where the figure comes from, or what its absence means. */
export function FigureField({ id, label, absent, unused = false, common, draft, onDraft }: FigureFieldProps) {
  const remark = useId();
  const fault = figureFault(draft, id);
  const figure = draftFigure(draft, id);
  const isCommon = figure !== undefined && hasSource(figure.source, common.source);
  return (
    <div className={styles.field} data-unused={unused || undefined}>
      <input
        className={styles.input}
        inputMode="decimal"
        autoComplete="off"
        value={textAt(draft, id)}
        aria-label={label}
        aria-invalid={fault !== null}
        aria-describedby={isCommon ? `${remark} ${common.id}` : remark}
        onChange={({ currentTarget }) => onDraft({ ...draft, edits: { ...draft.edits, [id]: currentTarget.value } })}
      />
      <span id={remark} className={styles.remark}>
        {fault === null ? (
          <Source figure={figure} absent={absent} unused={unused} common={common} />
        ) : (
          <span className={styles.fault}>{fault}</span>
        )}
      </span>
    </div>
  );
}

interface SourceProps extends Pick<FigureFieldProps, 'absent' | 'common'> {
  readonly figure: Figure | undefined;
  readonly unused: boolean;
}

function Source({ figure, absent, unused, common }: SourceProps) {
  if (!figure) return absent;
  return (
    <>
      {unused && 'not used: the vector figure counts; '}
      {!figure.confirmed && <span className={styles.unconfirmed}>not confirmed</span>}
      {visibleText(sourceText(figure, common.source))}
    </>
  );
}
