import { Tabs } from '@base-ui/react/tabs';
import { useState } from 'react';
import { CopyButton } from '../../app/CopyButton.tsx';
import { Icon, type IconName } from '../../app/Icon.tsx';
import { openDialog, openFolderDialog } from '../../app/open-dialog.ts';
import { openDemo } from './demo.ts';
import styles from './Landing.module.css';
import { RECIPES, type Recipe } from './recording.ts';

/** The page without a trace: what it is, where to drop one, and how to record a good one. */
export function LandingView() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable to be scrolled by keys.
    <section className={styles.landing} tabIndex={0} aria-label="Start">
      <div className={styles.columns}>
        <div className={styles.start}>
          <h1>Where does the GPU time of a serving step go?</h1>
          <p className={styles.lead}>
            Roofscope opens traces of the PyTorch profiler and says what takes the GPU, operator by operator and kernel
            by kernel, and what to look at first.
          </p>
          <Drop />
          <Promises />
        </div>
        <Recording />
      </div>
    </section>
  );
}

function Drop() {
  const [failure, setFailure] = useState('');
  const openDemoOrSay = async () => setFailure((await openDemo()) ?? '');
  return (
    <div className={styles.drop}>
      <Icon name="drop" size={24} />
      <p>
        <strong>Drop a trace anywhere on this page</strong>
        <span>
          .json, .json.gz, .pt.trace.json, .zip, .tar.gz; one, several, or a profile folder with its graph captures
        </span>
      </p>
      <div className={styles.buttons}>
        <button type="button" className="button primary tall" onClick={openDialog}>
          <Icon name="open" />
          Open a trace
        </button>
        <button type="button" className="button tall" onClick={openFolderDialog}>
          <Icon name="open" />
          Open a folder
        </button>
        <button type="button" className="button tall" onClick={openDemoOrSay}>
          <Icon name="play" />
          Open the demo trace
        </button>
      </div>
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
    </div>
  );
}

function Promises() {
  return (
    <ul className={styles.promises}>
      <Promised icon="lock" title="Nothing leaves this page.">
        Files are read in your browser. There is no server, and the page's policy forbids requests elsewhere.
      </Promised>
      <Promised icon="quality" title="Nothing vanishes.">
        Every event is kept, repaired or counted as dropped, with the reason. Damaged files open as far as they can be
        read.
      </Promised>
      <Promised icon="kernels" title="Large traces are fine.">
        Reading and counting happen in workers. Memory is the only limit, and you are told before it is reached.
      </Promised>
    </ul>
  );
}

function Promised({ icon, title, children }: { icon: IconName; title: string; children: string }) {
  return (
    <li>
      <Icon name={icon} />
      <span>
        <strong>{title}</strong> {children}
      </span>
    </li>
  );
}

function Recording() {
  return (
    <div className={styles.recording}>
      <h2>Record a good trace</h2>
      <p className="dim">Shapes, stacks and a few steady steps make the difference.</p>
      <Tabs.Root defaultValue={RECIPES[0].id}>
        <Tabs.List className={styles.tabs} aria-label="What you profile">
          {RECIPES.map(({ id, title }) => (
            <Tabs.Tab key={id} value={id} className={styles.tab}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {RECIPES.map((recipe) => (
          <Tabs.Panel key={recipe.id} value={recipe.id}>
            <Steps recipe={recipe} />
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </div>
  );
}

function Steps({ recipe }: { readonly recipe: Recipe }) {
  return (
    <ol className={styles.steps}>
      {recipe.steps.map(({ text, code }) => (
        <li key={text}>
          <p>{text}</p>
          {code && (
            <div className={styles.code}>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keys. */}
              <pre tabIndex={0}>{code}</pre>
              <CopyButton text={code} label="Copy" />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}
