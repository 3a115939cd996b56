import { describe, expect, it } from 'vitest';
import { CORRECTED, TRACELENS } from '../../base/conventions.ts';
import { Layers, pseudoRows } from './hand-made-layers.ts';

describe('MLA', () => {
  const DECODE = {
    'Input Dims': [
      [32, 16, 576],
      [2048, 1, 1, 576],
    ],
    'Input type': ['c10::BFloat16', 'c10::BFloat16'],
  };
  const decode = (frame: string, donor: string) => {
    const layers = new Layers();
    return layers
      .operator('vllm::other', () =>
        layers.frame(frame, () =>
          layers
            .operator(donor, () => layers.launch('mla_stage1'), DECODE)
            .frame('triton/runtime/jit.py(574): run', () => layers.launch('_fwd_kernel_stage2')),
        ),
      )
      .frame(frame, () => layers.operator(donor, () => {}, DECODE));
  };

  it.each([
    ['aiter/mla.py(154): mla_decode_fwd', 'aiter::mla_decode_stage1_asm_fwd', 'pseudo_mla_decode_fwd'],
    ['/app/aiter/mla.py(154): mla_decode_fwd', 'aiter::mla_decode_stage1_asm_fwd', 'pseudo_mla_decode_fwd'],
    ['vllm/mla.py(9): mla_fp8_prefill_attn', 'aiter::mla_prefill_ps_asm_fwd', 'pseudo_mla_prefill_fwd'],
  ])('in %s is one operator with all its kernels and the shapes of its first stage', (frame, donor, name) => {
    for (const conventions of [undefined, { ...TRACELENS, withoutStep: 'kept' as const }]) {
      expect(pseudoRows(decode(frame, donor), conventions)).toMatchObject([
        {
          name,
          kernels: ['mla_stage1', '_fwd_kernel_stage2'],
          dims: DECODE['Input Dims'],
          category: 'InferenceAttention',
        },
      ]);
    }
  });

  it.each([
    ['aiter/mla.py(154): mla_decode_fwd_other', 'aiter::mla_decode_stage1_asm_fwd'],
    ['aiter/mla.py(154): mla_decode_fwd', 'aiter::mla_decode_stage1_other'],
    ['aiter/mla.py(154): mla_decode_fwd', 'aiter::mla_prefill_ps_asm_fwd'],
  ])('is not made of %s above %s', (frame, donor) => expect(pseudoRows(decode(frame, donor))).toEqual([]));
});

describe('DeepSeek-V4 paged decode', () => {
  const ARGS = { 'Input Dims': [[32, 16384]], 'Input type': ['c10::BFloat16'] };
  const layer = (...around: readonly string[]) => {
    const layers = new Layers();
    const decode = () => layers.launch('_sparse_attn_split').launch('_sparse_attn_combine');
    return layers.operator(
      'aiter::v4_attention_with_output',
      () => {
        for (const kernel of around) layers.launch(kernel);
        layers.frame('atom/paged_decode.py(310): sparse_attn_v4_paged_decode', decode);
      },
      ARGS,
    );
  };

  it.each([
    ['swa', ['_swa_write_kernel']],
    ['csa', ['_swa_write_kernel', 'fused_compress_attn_D512_RD64']],
    ['csa', ['_update_compressor_states_kernel']],
    ['hca', ['fused_compress_attn_D512_RD64', 'hca_compress_forward_D512_R128']],
  ])('sees the keys of %s beside %s', (mode, around) => {
    expect(pseudoRows(layer(...around))).toMatchObject([
      {
        name: `pseudo_v4_paged_decode_${mode}`,
        kernels: ['_sparse_attn_split', '_sparse_attn_combine'],
        category: 'InferenceAttention',
      },
    ]);
  });

  it('has the heads that the kernel before it names', () => {
    const [row] = pseudoRows(layer('qk_norm_rope_H32_D512_RD64_flydsl'));
    expect(row.args).toEqual({ v4_H_Q: 32, v4_d_h: 512, 'Pseudo op': true });
    expect(pseudoRows(layer())[0].args).toEqual({ 'Pseudo op': true });
  });

  it('is not made of frames outside the attention', () => {
    const layers = layer();
    layers.frame('atom/paged_decode.py(310): sparse_attn_v4_paged_decode', () => layers.launch('elsewhere'));
    expect(pseudoRows(layers)).toHaveLength(1);
  });
});

describe('has the figures of the acceptance tests (I 11) by the label of its step', () => {
  const GENERATION = 'execute_32_context_0(sq0sk0sqsq0sqsk0)_generation_32(sq32sk65536sqsq32sqsk65536)';
  const MIXED = 'execute_886_context_1(sq824sk824sqsq678976sqsk678976)_generation_62(sq62sk93055sqsq62sqsk93055)';
  const flopsOf = (label: string, make: (layers: Layers) => void) =>
    [TRACELENS, CORRECTED].map((conventions) => {
      const layers = new Layers();
      layers.annotation(label, () => make(layers));
      return pseudoRows(layers, conventions).map(({ flops }) => flops);
    });

  it('H8: MLA decode', () => {
    const args = {
      'Input Dims': [
        [32, 16, 576],
        [4096, 1, 576],
      ],
      'Input type': ['c10::BFloat16', 'c10::BFloat16'],
    };
    const decode = (layers: Layers) =>
      layers.frame('aiter/mla.py(154): mla_decode_fwd', () =>
        layers.operator('aiter::mla_decode_stage1_asm_fwd', () => layers.launch('stage1'), args).launch('stage2'),
      );
    expect(flopsOf(GENERATION, decode)).toEqual([[2_415_919_104], [2_281_701_376]]);
  });

  it('H9: DeepSeek-V4, compressed sparse', () => {
    const decode = (layers: Layers) =>
      layers.operator('aiter::v4_attention_with_output', () =>
        layers
          .launch('qk_norm_rope_H32_D512_RD64_flydsl')
          .launch('_update_compressor_states_kernel')
          .frame('atom/paged_decode.py(310): sparse_attn_v4_paged_decode', () => layers.launch('_sparse_attn')),
      );
    expect(flopsOf(GENERATION, decode)).toEqual([[1_342_177_280], [1_342_177_280]]);
  });

  it('H11: MLA prefill in a mixed step, of which it is the prompts', () => {
    const args = {
      'Input Dims': [
        [886, 16, 192],
        [886, 16, 192],
        [886, 16, 128],
      ],
      'Input type': ['c10::Float8_e4m3fn', 'c10::Float8_e4m3fn', 'c10::Float8_e4m3fn'],
    };
    const prefill = (layers: Layers) =>
      layers.frame('vllm/mla.py(9): mla_fp8_prefill_attn', () =>
        layers.operator('aiter::mla_prefill_ps_asm_fwd', () => layers.launch('prefill'), args),
      );
    // Exact triangle of 824 tokens: 16·(192+128)·(2·678976 − (678976 − 824)).
    expect(flopsOf(MIXED, prefill)).toEqual([[4_429_240_320], [3_480_576_000]]);
  });
});
