import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateTrace } from '../fixtures/generate-trace.ts';
import { compactText, gzipped } from '../fixtures/write-trace.ts';

export const STEPS = 2000;

/** A generated serving trace of `STEPS` steps and a million events, kept in the folder for temporary files; its path. */
export function scopeTrace(): string {
  const file = path.join(tmpdir(), `roofscope-${STEPS}-steps.json.gz`);
  if (!existsSync(file)) writeFileSync(file, gzipped(compactText(generate())));
  return file;
}

function generate() {
  return generateTrace({
    seed: 7,
    model: { layers: 5, hidden: 4096, heads: 32, kvHeads: 8, headDim: 128, intermediate: 14_336, vocabulary: 128_256 },
    serving: {
      concurrency: 32,
      requests: 600,
      promptTokens: 1_600,
      outputTokens: 150,
      outputRatio: 0.6,
      arrivalsPerStep: 2,
      tokenBudget: 4_096,
      draftTokens: 0,
      warmUpSteps: 8,
      dips: [],
      hangUp: null,
      maxSteps: STEPS,
    },
    labels: 'vllm detailed',
    stacks: false,
    stepsAhead: 1,
  }).trace;
}
