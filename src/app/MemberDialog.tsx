import { Dialog } from '@base-ui/react/dialog';
import { useRef } from 'react';
import type { ArchiveMember } from '../../workers/engine/engine.ts';
import { formatBytes } from '../format/format.ts';
import { shortText, visibleText } from '../format/visible-text.ts';
import { files } from '../state/files.ts';
import type { TraceFile } from '../state/trace-file.ts';
import { Icon } from './Icon.tsx';
import styles from './MemberDialog.module.css';

/** An archive with several files: which of them to open. */
export function MemberDialog({
  file,
  members,
}: {
  readonly file: TraceFile;
  readonly members: readonly ArchiveMember[];
}) {
  const traces = members.filter((member) => member.likelyTrace);
  const list = useRef<HTMLUListElement>(null);
  return (
    <Dialog.Root open onOpenChange={() => files.close(file.id)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog" initialFocus={() => list.current?.querySelector('button')}>
          <div className="dialog-head">
            <Dialog.Title>Open which part of {shortText(file.name)}?</Dialog.Title>
            <Dialog.Close className="icon-button" aria-label="Close the archive">
              <Icon name="close" />
            </Dialog.Close>
          </div>
          <div className="dialog-body">
            <Dialog.Description className={styles.note}>
              The archive holds {members.length} files,{' '}
              {traces.length === 1 ? '1 of which looks' : `${traces.length} of which look`} like a trace.
            </Dialog.Description>
            <ul className={styles.list} ref={list}>
              {members.map((member) => (
                <li key={member.name}>
                  <button type="button" className={styles.member} onClick={() => files.choose(file.id, [member.name])}>
                    <span className="mono">{visibleText(member.name)}</span>
                    <span className="dim">{member.likelyTrace ? '' : 'not a trace by its name'}</span>
                    <span>{formatBytes(member.bytes)}</span>
                  </button>
                </li>
              ))}
            </ul>
            {traces.length > 1 && (
              <button
                type="button"
                className="button primary tall"
                onClick={() =>
                  files.choose(
                    file.id,
                    traces.map((trace) => trace.name),
                  )
                }
              >
                Open all {traces.length} traces
              </button>
            )}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
