import { describe, expect, it } from 'vitest';
import { sheetNames } from './sheet-names.ts';

describe('names of sheets', () => {
  it('stay as they are where Excel allows them', () => {
    expect(sheetNames(['gpu_timeline', 'unified_perf_summary_kl_overlap'])).toEqual([
      'gpu_timeline',
      'unified_perf_summary_kl_overlap',
    ]);
  });

  it('are cut to 31 characters, and numbered within them where that makes two alike', () => {
    expect(sheetNames(['InferenceAttention_fwd_kl_overlap', 'inferenceattention_fwd_kl_overlay', 'A', 'a'])).toEqual([
      'InferenceAttention_fwd_kl_overl',
      'inferenceattention_fwd_kl_ove~2',
      'A',
      'a~2',
    ]);
  });

  it('hold no character that Excel forbids', () => {
    expect(sheetNames(['a[b]c/d\\e:f*g?'])).toEqual(['a_b_c_d_e_f_g_']);
  });
});
