import { describe, expect, it } from 'vitest';
import type { CategoryId } from '../../workers/attribution/categories.ts';
import { categoryLook } from './categories.ts';

describe('categoryLook', () => {
  const labels: Readonly<Record<CategoryId | 'idle' | 'otherSteps', string>> = {
    otherSteps: 'other steps',
    gemm: 'GEMM',
    attention: 'attention',
    moe: 'MoE',
    norm: 'norm',
    elementwise: 'elementwise',
    reduce: 'reduce',
    convolution: 'convolution',
    communication: 'communication',
    copy: 'copy',
    quantisation: 'quantisation',
    kvcache: 'KV cache',
    other: 'other',
    idle: 'idle',
  };
  const looks = Object.keys(labels).map(categoryLook);
  const distinct = (values: readonly unknown[]) => new Set(values).size;

  it('has a colour and a symbol of its own for every category and for idle', () => {
    expect(distinct(looks.map(({ colour }) => colour))).toBe(looks.length);
    expect(distinct(looks.map(({ symbol, outline }) => `${symbol} ${outline}`))).toBe(looks.length);
  });

  it('names them as the tables do', () => {
    for (const [id, label] of Object.entries(labels)) expect(categoryLook(id).label).toBe(label);
  });

  it.each(['', 'unheard-of', '__proto__', 'constructor'])('draws %j as other', (id) => {
    expect(categoryLook(id)).toMatchObject({ label: id, colour: categoryLook('other').colour });
  });
});
