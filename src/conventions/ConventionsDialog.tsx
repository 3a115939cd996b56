import { Dialog } from '@base-ui/react/dialog';
import { type RefObject, useRef } from 'react';
import type { ConventionsName } from '../../workers/base/conventions.ts';
import { Icon } from '../app/Icon.tsx';
import { notify, setConventions, setPseudoOps, showDialog, useApp } from '../state/store.ts';
import styles from './ConventionsDialog.module.css';
import { CONVENTIONS_TITLES } from './convention-texts.ts';
import { Differences } from './Differences.tsx';

/** The two ways of counting: to choose one, and where they differ, with what each difference does to the open trace. */
export function ConventionsDialog() {
  const shown = useApp((state) => state.dialog?.kind === 'conventions');
  const choice = useRef<HTMLInputElement>(null);
  return (
    <Dialog.Root open={shown} onOpenChange={() => showDialog(null)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className={`dialog ${styles.dialog}`} initialFocus={choice}>
          <div className="dialog-head">
            <Dialog.Title>How we count</Dialog.Title>
            <Dialog.Close className="icon-button" aria-label="Close">
              <Icon name="close" />
            </Dialog.Close>
          </div>
          <div className={styles.top}>
            <Dialog.Description className={styles.note}>
              We count otherwise than TraceLens where its reports leave work out or assume what the trace records. Count
              as it does to compare with its reports: every table, chart and export follows.
            </Dialog.Description>
            <fieldset className={styles.choice}>
              <legend className="hidden">Conventions</legend>
              <Option chosen={choice} name="corrected" remark="what the trace records" />
              <Option chosen={choice} name="tracelens" remark="what TraceLens reports" />
            </fieldset>
            <PseudoOps />
          </div>
          <Differences />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PseudoOps() {
  const pseudoOps = useApp((state) => state.pseudoOps);
  const choose = (on: boolean) => {
    setPseudoOps(on);
    notify(on ? 'Pseudo-operators are made' : 'Only recorded operators are shown');
  };
  return (
    <label className={styles.pseudo}>
      <input type="checkbox" checked={pseudoOps} onChange={({ currentTarget }) => choose(currentTarget.checked)} />
      <span>
        Pseudo-operators
        <span className="dim">
          {' '}
          Kernels of one fused computation (mixture of experts, MLA, paged decode) that no recorded operator stands for
          are put under one made for them, with the shapes that its parts record.
        </span>
      </span>
    </label>
  );
}

interface OptionProps {
  readonly name: ConventionsName;
  readonly remark: string;
  /** Holds the field of the conventions in force. */
  readonly chosen: RefObject<HTMLInputElement | null>;
}

function Option({ name, remark, chosen }: OptionProps) {
  const conventions = useApp((state) => state.conventions);
  const choose = () => {
    setConventions(name);
    notify(`Conventions: ${CONVENTIONS_TITLES[name]}`);
  };
  return (
    <label className={styles.option}>
      <input
        ref={conventions === name ? chosen : null}
        type="radio"
        name="conventions"
        checked={conventions === name}
        onChange={choose}
      />
      {CONVENTIONS_TITLES[name]}
      <span className="dim">{remark}</span>
    </label>
  );
}
