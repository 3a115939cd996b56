import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useMemo, useRef, useState } from 'react';
import { appState, showDialog, useApp } from '../state/store.ts';
import styles from './CommandPalette.module.css';
import type { Command } from './command.ts';
import { type CommandMatch, searchCommands } from './command-search.ts';
import { possibleCommands } from './commands.ts';
import { Keys } from './Keys.tsx';

/** A field to find a command by words, over the list of those that can be done now. */
export function CommandPalette() {
  const shown = useApp((state) => state.dialog?.kind === 'commands');
  const chosen = useRef<Command>(null);
  return (
    <Dialog.Root
      open={shown}
      onOpenChange={() => showDialog(null)}
      // Not before: the focus is back where it was then, so that the command may move it.
      onOpenChangeComplete={(open) => {
        if (open) return;
        chosen.current?.run();
        chosen.current = null;
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className={styles.palette} aria-label="Commands">
          <Finder
            onChoose={(command) => {
              chosen.current = command;
              showDialog(null);
            }}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Comes with the dialog, so that each time begins with an empty field and with what can be done then. */
function Finder({ onChoose }: { onChoose(command: Command): void }) {
  const [typed, setTyped] = useState('');
  const [commands] = useState(() => possibleCommands({ ...appState(), dialog: null }));
  const matches = useMemo(() => searchCommands(commands, typed), [commands, typed]);
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      items={matches}
      itemToStringValue={({ command }) => command.title}
      value={typed}
      onValueChange={(text, { reason }) => reason !== 'item-press' && setTyped(text)}
      autoHighlight="always"
      keepHighlight
    >
      <Autocomplete.Input className={styles.field} aria-label="Find a command" placeholder="Find a command" />
      <Autocomplete.Empty className={styles.empty}>
        {matches.length === 0 && 'No command that can be done now has these words.'}
      </Autocomplete.Empty>
      <Autocomplete.List className={styles.list}>
        {(match: CommandMatch) => (
          <Autocomplete.Item
            key={match.command.id}
            value={match}
            className={styles.item}
            onClick={() => onChoose(match.command)}
          >
            <Title {...match} />
            <span className={styles.group}>{match.command.group}</span>
            <Keys of={match.command.key} />
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

/** The title, the letters that were typed in it stronger. */
function Title({ command: { title }, letters }: CommandMatch) {
  return (
    <span className={styles.title}>
      {Array.from({ length: title.length }, (_, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the letters of a title never change.
        letters.includes(at) ? <b key={at}>{title[at]}</b> : title[at],
      )}
    </span>
  );
}
