import type { Phase } from '../base/scope.ts';
import type { StepSums } from '../base/step-sums.ts';
import { labelOf, phaseOf } from './step-label.ts';
import type { StepLabel } from './steps.ts';

/** One side of a vLLM label: requests, then `(tokens)`, `(tokens_sqsq)` or `(sq…sk…sqsq…sqsk…)`. */
const VLLM_SIDE = String.raw`(\d+)\((?:(\d+)(?:_\d+)*|sq(\d+)sk(\d+)sqsq(\d+)sqsk(\d+))\)`;
const VLLM = new RegExp(`^execute_(?:\\d+_)?context_${VLLM_SIDE}_generation_${VLLM_SIDE}`);

/**
 * vLLM: `execute_context_1(839)_generation_63(63)` and `execute_886_context_1(sq824sk824sqsq678976sqsk678976)_generation_62(…)`.
 * Its leading number repeats the scheduled tokens.
 */
export function readVllm(name: string): StepLabel | null {
  const match = VLLM.exec(name);
  if (!match) return null;
  const context = vllmSide(match.slice(1, 7));
  const generation = vllmSide(match.slice(7, 13));
  const [cSq, cSk, cSqSq, cSqSk] = context.sums;
  const [gSq, gSk, gSqSq, gSqSk] = generation.sums;
  const detailed = context.detailed && generation.detailed;
  return labelOf('vllm', {
    phase: phaseOf(context.requests, generation.requests),
    detailed,
    contextRequests: context.requests,
    generationRequests: generation.requests,
    requests: context.requests + generation.requests,
    contextTokens: cSq,
    generationTokens: gSq,
    tokens: cSq + gSq,
    sums: detailed ? { cSq, cSk, cSqSq, cSqSk, gSq, gSk, gSqSq, gSqSk } : null,
  });
}

function vllmSide([requests, tokens, ...sums]: readonly (string | undefined)[]) {
  const detailed = tokens === undefined;
  return { requests: Number(requests), detailed, sums: (detailed ? sums : [tokens, 0, 0, 0]).map(Number) };
}

/**
 * SGLang: `step[EXTEND bs=2 toks=14721]`, in the detailed form with `c=`, `g=` and the sums as `c_sq=` … `g_sqsk=`. Keys may come in any
 * order, and further ones are ignored. A draft or verify step of speculative decoding generates, whatever side its sums stand on.
 */
export function readSglang(name: string): StepLabel | null {
  const match = /^step\[([a-z_]+)([^\]]*)\]/i.exec(name);
  if (!match) return null;
  const mode = match[1].toUpperCase();
  const values = new Map(Array.from(match[2].matchAll(/(?:^|\s)([a-z_]+)=(\d+)(?=\s|$)/gi), pairOf));
  const sums = sglangSums(values);
  const requests = values.get('bs') ?? null;
  if (requests === null && sums === null) return null;
  const role = /VERIFY/.test(mode) ? 'verify' : /DRAFT/.test(mode) ? 'draft' : null;
  const told = { mode, role, requests, sums, detailed: sums !== null } as const;
  const scheduled = sums === null ? 0 : sums.cSq + sums.gSq;
  const tokens = scheduled || values.get('toks') || null;
  if (mode === 'IDLE' || requests === 0) {
    return labelOf('sglang', { ...told, phase: 'idle', ...sides(0, 0), ...tokensOf(0, 0), tokens: 0 });
  }
  if (role !== null || mode === 'DECODE') {
    // A decode step computes one token a request unless it says otherwise.
    const generated = tokens ?? requests;
    return labelOf('sglang', {
      ...told,
      phase: 'decode',
      ...sides(0, requests),
      ...tokensOf(0, generated),
      tokens: generated,
      sums: role === null || sums === null ? sums : asGeneration(sums),
    });
  }
  const context = values.get('c');
  const generation = values.get('g');
  if (context !== undefined && generation !== undefined) {
    return labelOf('sglang', {
      ...told,
      phase: phaseOf(context, generation),
      requests: context + generation,
      ...sides(context, generation),
      ...(sums === null ? tokensOf(null, null) : tokensOf(sums.cSq, sums.gSq)),
      tokens,
    });
  }
  return labelOf('sglang', { ...told, tokens, ...unsplit(mode, requests, tokens, sums) });
}

/** What a mode tells where the label does not split its requests. */
function unsplit(mode: string, requests: number | null, tokens: number | null, sums: StepSums | null) {
  const phase: Phase = sums !== null && sums.cSq > 0 && sums.gSq > 0 ? 'mixed' : phaseOfMode(mode);
  if (phase === 'prefill') return { phase, ...sides(requests, 0), ...tokensOf(tokens, 0) };
  return { phase, ...sides(null, null), ...(sums === null ? tokensOf(null, null) : tokensOf(sums.cSq, sums.gSq)) };
}

function phaseOfMode(mode: string): Phase {
  if (/MIXED/.test(mode)) return 'mixed';
  return /EXTEND|PREFILL/.test(mode) ? 'prefill' : 'step';
}

function sides(contextRequests: number | null, generationRequests: number | null) {
  return { contextRequests, generationRequests };
}

function tokensOf(contextTokens: number | null, generationTokens: number | null) {
  return { contextTokens, generationTokens };
}

function pairOf([, key, value]: RegExpMatchArray): [string, number] {
  return [key.toLowerCase(), Number(value)];
}

function sglangSums(values: ReadonlyMap<string, number>): StepSums | null {
  if (!values.has('c_sqsq') && !values.has('g_sqsq')) return null;
  const of = (key: string) => values.get(key) ?? 0;
  return {
    cSq: of('c_sq'),
    cSk: of('c_sk'),
    cSqSq: of('c_sqsq'),
    cSqSk: of('c_sqsk'),
    gSq: of('g_sq'),
    gSk: of('g_sk'),
    gSqSq: of('g_sqsq'),
    gSqSk: of('g_sqsk'),
  };
}

/** Verify steps are written with context sums; they generate. */
function asGeneration(sums: StepSums): StepSums {
  return {
    cSq: 0,
    cSk: 0,
    cSqSq: 0,
    cSqSk: 0,
    gSq: sums.cSq + sums.gSq,
    gSk: sums.cSk + sums.gSk,
    gSqSq: sums.cSqSq + sums.gSqSq,
    gSqSk: sums.cSqSk + sums.gSqSk,
  };
}
