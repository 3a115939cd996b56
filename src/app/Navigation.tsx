import { openSummary, showView, useApp } from '../state/store.ts';
import { warningCount } from '../state/trace-file.ts';
import { Icon } from './Icon.tsx';
import styles from './Navigation.module.css';
import { VIEWS } from './views.ts';

/** The views, with their keys; Data quality carries the number of warnings. */
export function Navigation() {
  const summary = useApp(openSummary);
  const active = useApp((state) => state.view);
  const warnings = summary ? warningCount(summary) : 0;
  return (
    <nav className={styles.nav} aria-label="Views">
      {VIEWS.map(({ id, key, title, icon }) => (
        <button
          key={id}
          type="button"
          className={styles.item}
          title={`${title} (${key})`}
          disabled={!summary}
          aria-current={summary && id === active ? 'page' : undefined}
          onClick={() => showView(id)}
        >
          <Icon name={icon} />
          <span className={styles.title}>{title}</span>
          {id === 'quality' && warnings > 0 ? (
            <span className={styles.count}>
              {warnings}
              <span className="hidden">{warnings === 1 ? 'warning' : 'warnings'}</span>
            </span>
          ) : (
            <span className={styles.key} aria-hidden="true">
              {key}
            </span>
          )}
        </button>
      ))}
      <p className={styles.foot}>Nothing leaves this page.</p>
    </nav>
  );
}
