import { useId } from 'react';
import { visibleText } from '../format/visible-text.ts';
import { type Draft, draftFigure, figureFault, textAt } from './draft.ts';
import styles from './FigureTable.module.css';
import type { FigureId } from './figures.ts';

interface FigureFieldProps {
  readonly id: FigureId;
  /** Its name where it stands alone, unit included. */
  readonly label: string;
  /** What it means that the figure is not known. */
  readonly absent: string;
  /** The figure is held but bounds nothing. */
  readonly unused?: boolean;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

/** One figure to edit, and beside it what is wrong with the text, or where the figure comes from, or what its absence means. */
export function FigureField({ id, label, absent, unused = false, draft, onDraft }: FigureFieldProps) {
  const remark = useId();
  const fault = figureFault(draft, id);
  return (
    <div className={styles.field} data-unused={unused || undefined}>
      <input
        className={styles.input}
        inputMode="decimal"
        autoComplete="off"
        value={textAt(draft, id)}
        aria-label={label}
        aria-invalid={fault !== null}
        aria-describedby={remark}
        onChange={({ currentTarget }) => onDraft({ ...draft, edits: { ...draft.edits, [id]: currentTarget.value } })}
      />
      <span id={remark} className={styles.remark}>
        {fault === null ? (
          <Source id={id} absent={absent} unused={unused} draft={draft} />
        ) : (
          <span className={styles.fault}>{fault}</span>
        )}
      </span>
    </div>
  );
}

function Source({ id, absent, unused, draft }: Pick<FigureFieldProps, 'id' | 'absent' | 'unused' | 'draft'>) {
  const figure = draftFigure(draft, id);
  if (!figure) return absent;
  return (
    <>
      {unused && 'Not used: the vector figure counts. '}
      {!figure.confirmed && <span className={styles.unconfirmed}>not confirmed</span>}
      {visibleText(figure.source.replace(/; not confirmed$/, ''))}
    </>
  );
}
