import styles from './Keys.module.css';
import { keyCaps } from './key-caps.ts';

/** The keys of a command, each a cap; nothing for a command without. */
export function Keys({ of }: { readonly of: string | null }) {
  if (of === null) return null;
  return (
    <span className={styles.keys}>
      {keyCaps(of).map((cap, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the caps of a key never change.
        <kbd key={i}>{cap}</kbd>
      ))}
    </span>
  );
}
