import { describe, expect, it } from 'vitest';
import { CATEGORIES } from '../../workers/attribution/categories.ts';
import { categoryLook } from './categories.ts';

describe('categoryLook', () => {
  const looks = [...CATEGORIES.map(({ id }) => id), 'idle'].map(categoryLook);
  const distinct = (values: readonly unknown[]) => new Set(values).size;

  it('has a colour and a symbol of its own for every category and for idle', () => {
    expect(distinct(looks.map(({ colour }) => colour))).toBe(looks.length);
    expect(distinct(looks.map(({ symbol, outline }) => `${symbol} ${outline}`))).toBe(looks.length);
  });

  it('names them as the tables do', () => {
    for (const { id, label } of CATEGORIES) expect(categoryLook(id).label).toBe(label);
  });

  it.each(['', 'unheard-of', '__proto__', 'constructor'])('draws %j as other', (id) => {
    expect(categoryLook(id)).toMatchObject({ label: id, colour: categoryLook('other').colour });
  });
});
