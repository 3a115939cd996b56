import { useEffect, useState } from 'react';
import { copyText } from './copy.ts';
import { Icon } from './Icon.tsx';

/** How long the button says that it copied, in ms. */
const SAID_MS = 1600;

export interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly tall?: boolean;
}

/** Copies a text and says so on itself. */
export function CopyButton({ text, label, tall }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <button
      type="button"
      className={tall ? 'button tall' : 'button'}
      onClick={async () => setCopied(await copyText(text, 'Text'))}
    >
      <Icon name={copied ? 'check' : 'copy'} size={14} />
      {copied ? 'Copied' : label}
    </button>
  );
}
