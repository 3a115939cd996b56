import { useEffect, useState } from 'react';
import { files } from '../state/files.ts';
import { notify } from '../state/store.ts';
import styles from './DropTarget.module.css';
import { Icon } from './Icon.tsx';

/** Makes the whole window take files, and says so while some are dragged over it. */
export function DropTarget() {
  const [over, setOver] = useState(false);
  useEffect(() => listenToDrops(setOver), []);
  if (!over) return null;
  return (
    <section className={styles.overlay} aria-label="Drop to open">
      <div className={styles.words}>
        <Icon name="drop" size={28} />
        <strong>Drop to open, nothing is uploaded</strong>
        <span className="dim">One trace or several: .json, .json.gz, .zip</span>
      </div>
    </section>
  );
}

function listenToDrops(setOver: (over: boolean) => void): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  // Entering a child fires before leaving its parent: count, to know when the pointer leaves the window.
  let depth = 0;
  const end = () => {
    depth = 0;
    setOver(false);
  };
  const onEnter = (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    depth++;
    setOver(true);
  };
  const onLeave = (event: DragEvent) => {
    if (holdsFiles(event) && --depth <= 0) end();
  };
  const onDrop = (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    end();
    take(event.dataTransfer);
  };
  addEventListener('dragenter', onEnter, { signal });
  addEventListener('dragover', (event) => holdsFiles(event) && event.preventDefault(), { signal });
  addEventListener('dragleave', onLeave, { signal });
  addEventListener('drop', onDrop, { signal });
  return () => listeners.abort();
}

function holdsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

function take(data: DataTransfer | null): void {
  const items = [...(data?.items ?? [])].filter((item) => item.kind === 'file');
  const folders = items.filter((item) => item.webkitGetAsEntry()?.isDirectory);
  const dropped = items.filter((item) => !folders.includes(item)).flatMap((item) => item.getAsFile() ?? []);
  if (folders.length > 0) notify('A folder cannot be opened; drop the traces inside it.');
  files.add(dropped.map((file) => ({ name: file.name, blob: file })));
}
