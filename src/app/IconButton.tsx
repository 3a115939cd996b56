import { Tooltip } from '@base-ui/react/tooltip';
import { Icon, type IconName } from './Icon.tsx';

export interface IconButtonProps {
  readonly icon: IconName;
  /** What it does; read out, and shown on hover. */
  readonly label: string;
  readonly onClick: () => void;
  /** For a button that stays pressed. */
  readonly pressed?: boolean;
}

/** A button that is only an icon, with its name as a tooltip. */
export function IconButton({ icon, label, onClick, pressed }: IconButtonProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger className="icon-button" aria-label={label} aria-pressed={pressed} onClick={onClick}>
        <Icon name={icon} />
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="positioner">
          <Tooltip.Popup className="tooltip">{label}</Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
