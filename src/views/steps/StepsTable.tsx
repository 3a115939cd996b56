import { type MouseEvent, useState } from 'react';
import { setScope, useApp } from '../../state/store.ts';
import { ReportTable } from '../../table/ReportTable.tsx';
import styles from './Steps.module.css';
import { withSteps } from './step-ranges.ts';

const NOUN = { one: 'step', many: 'steps' };

/** The steps in scope, all that is known of each. A double click makes a step the scope. */
export function StepsTable({ selected }: { readonly selected: number }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const scope = useApp((state) => state.scope);
  const onDoubleClick = ({ target }: MouseEvent) => {
    // The first of the two clicks selected the row.
    const isRow = target instanceof Element && target.closest('[role=gridcell][data-place]') !== null;
    if (isRow && selected >= 0) setScope(withSteps(scope, [selected, selected + 1]));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in the details of a step does the same.
    <div className={styles.table} onDoubleClick={onDoubleClick}>
      <div className={styles.tableBar} ref={setSlot} />
      <ReportTable
        id="steps"
        noun={NOUN}
        slot={slot}
        absent="The scope has no steps. Press Esc twice to show the whole trace again."
        details={() => null}
      />
    </div>
  );
}
