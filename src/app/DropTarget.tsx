import { useEffect, useState } from 'react';
import styles from './DropTarget.module.css';
import { droppedFiles } from './given-files.ts';
import { Icon } from './Icon.tsx';
import { openGiven } from './open-given.ts';

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
        <span className="dim">A trace, several, or a folder with graph captures: .json, .json.gz, .zip, .tar.gz</span>
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
    void droppedFiles(event.dataTransfer?.items ?? []).then(openGiven);
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
