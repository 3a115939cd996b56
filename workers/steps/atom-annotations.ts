import type { StepSums } from '../base/step-sums.ts';
import { labelOf, NO_SUMS, phaseOf } from './step-label.ts';
import type { StepLabel } from './steps.ts';

const PAIR = /([a-z]+)=(\[[^\]]*\](?:\.\.\.\+\d+)?|[^\s\]]+)/g;

/**
 * ATOM: `prefill[bs=6 tok=17408 ctx=[4096, 4096, 4096]...+3]`, `decode[bs=117/128 tok=117 d=117]` (real/padded), with `sqsq=` `sqsk=` `sk=` in the
 * detailed form. A decode label with `p=` carries prompts too; its sums then cover both.
 */
export function readAtom(name: string): StepLabel | null {
  const match = /^(prefill|decode)\[(.*)\]/.exec(name);
  if (!match) return null;
  const values = new Map(Array.from(match[2].matchAll(PAIR), ([, key, value]): [string, string] => [key, value]));
  const of = (key: string) => leadingInteger(values.get(key));
  const requests = of('bs');
  const tokens = of('tok');
  if (requests === null) return null;
  const told = { tokens, requests, detailed: of('sqsq') !== null };
  if (match[1] === 'prefill') {
    return labelOf('atom', {
      ...told,
      phase: phaseOf(requests, 0),
      contextRequests: requests,
      generationRequests: 0,
      contextTokens: tokens,
      generationTokens: 0,
      sums: atomSums(of, (cSq, cSk, cSqSq, cSqSk) => ({ ...NO_SUMS, cSq, cSk, cSqSq, cSqSk })),
    });
  }
  const prompts = of('p') ?? 0;
  const generating = prompts === 0 ? requests : (of('d') ?? Math.max(0, requests - prompts));
  return labelOf('atom', {
    ...told,
    phase: phaseOf(prompts, generating),
    contextRequests: prompts,
    generationRequests: generating,
    contextTokens: prompts === 0 ? 0 : null,
    generationTokens: prompts === 0 ? tokens : null,
    sums: atomSums(of, (gSq, gSk, gSqSq, gSqSk) => ({ ...NO_SUMS, gSq, gSk, gSqSq, gSqSk })),
    sumsBySide: prompts === 0,
  });
}

/** The sums of a label, null unless it tells all of them. */
function atomSums(
  of: (key: string) => number | null,
  toSums: (sq: number, sk: number, sqsq: number, sqsk: number) => StepSums,
): StepSums | null {
  const sq = of('tok');
  const sk = of('sk');
  const sqsq = of('sqsq');
  const sqsk = of('sqsk');
  if (sq === null || sk === null || sqsq === null || sqsk === null) return null;
  return toSums(sq, sk, sqsq, sqsk);
}

function leadingInteger(value: string | undefined): number | null {
  const match = /^\d+/.exec(value ?? '');
  return match && Number(match[0]);
}
