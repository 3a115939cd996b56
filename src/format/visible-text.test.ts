import { describe, expect, it } from 'vitest';
import { shortText, visibleText } from './visible-text.ts';

describe('visibleText', () => {
  it.each([
    ['aten::mm', 'aten::mm'],
    ['Größe 行列 ×2 é', 'Größe 行列 ×2 é'],
    ['a\nb\tc\r', 'a␊b␉c␍'],
    ['\0\u001f\u007f', '␀␟␡'],
    ['\u0085', '[U+0085]'],
    ['mm\u202e41\u202c', 'mm[U+202E]41[U+202C]'],
    ['\u202a\u202b\u202d\u2066\u2069', '[U+202A][U+202B][U+202D][U+2066][U+2069]'],
    ['\u061c\u200e\u2028', '[U+061C][U+200E][U+2028]'],
    ['a\u202fb\u200db', 'a\u202fb\u200db'],
  ])('%j', (text, shown) => expect(visibleText(text)).toBe(shown));
});

describe('shortText', () => {
  it('leaves what fits', () => expect(shortText('0123456789', 10)).toBe('0123456789'));
  it('cuts the middle of what does not', () => expect(shortText('0123456789a', 10)).toBe('01234…789a'));
  it('tears no character apart', () => {
    expect(shortText('😀'.repeat(5), 5)).toBe('😀'.repeat(5));
    expect(shortText('😀'.repeat(6), 5)).toBe('😀😀…😀😀');
  });
  it('counts what it shows', () => expect(shortText('\u202e'.repeat(9), 9)).toBe('[U+2…02E]'));
  it('keeps both ends of a sentence with a very long name', () => {
    const short = shortText(`${'x'.repeat(9000)} takes 41 % of GPU time.`);
    expect(short).toHaveLength(240);
    expect(short).toMatch(/^x+…x+ takes 41 % of GPU time\.$/);
  });
});
