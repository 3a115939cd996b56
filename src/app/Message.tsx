import type { ReactNode } from 'react';
import { shortText } from '../format/visible-text.ts';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Message.module.css';

export interface MessageProps {
  readonly icon: Extract<IconName, 'information' | 'warning' | 'error'>;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

/** A message that takes the place of a view: what, why, and what to do. */
export function Message({ icon, title, children, actions }: MessageProps) {
  return (
    <section className={styles.page}>
      <div className={styles.message} data-severity={icon}>
        <Icon name={icon} size={20} />
        <div className={styles.body}>
          <h1>{shortText(title)}</h1>
          {children}
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      </div>
    </section>
  );
}
