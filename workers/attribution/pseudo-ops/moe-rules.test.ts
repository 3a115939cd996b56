import { describe, expect, it } from 'vitest';
import { TRACELENS } from '../../base/conventions.ts';
import { Layers, pseudoRows, rowsOf } from './hand-made-layers.ts';
import { withPseudoOperators } from './pseudo-operators.ts';

const BF16 = 'c10::BFloat16';

describe("aiter's fused MoE", () => {
  /** 4 tokens of 8, 16 experts of 12 with a gate, 2 experts a token. */
  const ARGS = {
    'External id': 7,
    'Input Dims': [
      [4, 8],
      [16, 24, 8],
      [16, 8, 12],
      [4, 2],
    ],
    'Input type': [BF16, BF16, BF16, 'float'],
  };
  const layer = (inside: (layers: Layers) => void, around = 'vllm::moe_forward') => {
    const layers = new Layers();
    return layers.operator(around, () =>
      layers.operator('vllm::rocm_aiter_fused_moe', () => inside(layers), ARGS).launch('after'),
    );
  };
  const FMOE = 'void aiter::fmoe_bf16_g1u1_silu(KernelArgs)';

  it('is the one kernel of the layers, with the arguments of the operator that launches it', () => {
    const layers = layer((inside) => inside.launch('aiter::MoeSortingKernel_fmoe').launch(FMOE));
    // 2·4·8·12·2·2 + 2·4·8·12·2 + 4·8·3
    expect(pseudoRows(layers)).toMatchObject([
      { name: 'pseudo_op::moe_aiter_fused_1stage', kernels: [FMOE], flops: 4704, category: 'MoE_fused' },
    ]);
    expect(rowsOf(withPseudoOperators(layers.model())).map(({ kernels }) => kernels)).toEqual([
      [FMOE],
      ['aiter::MoeSortingKernel_fmoe'],
      ['after'],
    ]);
  });

  it('is found by its mangled name too', () => {
    const mangled = '_ZN5aiter37fmoe_bf16_blockscaleFp8_g1u1_vs_silu_1tg_ps_32x256E';
    expect(pseudoRows(layer((inside) => inside.launch(mangled)))).toMatchObject([{ kernels: [mangled] }]);
  });

  it.each([
    ['two such kernels', layer((inside) => inside.launch(FMOE).launch(FMOE))],
    ['kernels around it alone', layer((inside) => inside.launch('aiter::fmoe_quant').launch('ck::fmoe'))],
    ['an operator of its own', layer((inside) => inside.operator('aiter::fmoe', () => inside.launch(FMOE)))],
    ["no layer of vLLM's", layer((inside) => inside.launch(FMOE), 'other::layer')],
  ])('is not made of %s', (_, layers) => expect(pseudoRows(layers)).toEqual([]));
});

describe("triton's unfused MoE", () => {
  const ARGS = {
    'External id': 45168,
    'Ev Idx': 111,
    'Input Dims': [[32, 3072], [32, 32], [], []],
    'Input type': [BF16, BF16, '', ''],
  };
  const UP = '_matmul_ogs_NNT_bf16xbf16xmxfp4_16x128x256x1_swiglu';
  const DOWN = '_matmul_ogs_NNT_bf16xbf16xmxfp4_16x128x256x1';
  const FINISH = '_finalize_matmul_scatter_bf16';
  const layer = (topk: string) => {
    const layers = new Layers();
    return layers.operator(
      'vllm::moe_forward',
      () =>
        layers
          .operator('TopK', () => layers.launch('_topk'), { 'Concrete Inputs': ['', topk, 'True'] })
          .frame('triton/runtime/jit.py(574): run', () => layers.launch(UP).launch(DOWN).launch(FINISH)),
      ARGS,
    );
  };

  it('is the products and the scatter of a layer, by the figures of the published table', () => {
    const rows = pseudoRows(layer('4'), TRACELENS);
    expect(rows.map(({ name, kernels, flops, category }) => [name, kernels, flops, category])).toEqual([
      ['pseudo_op::moe_triton_unfused_up', [UP], 4_831_838_208, 'MoE_unfused'],
      ['pseudo_op::moe_triton_unfused_down', [DOWN], 2_415_919_104, 'MoE_unfused'],
      ['pseudo_op::moe_triton_unfused_finalize_matmul_scatter', [FINISH], null, 'other'],
    ]);
    expect(rows[1].args).toEqual({
      'MoE GEMM index': 1,
      'MoE GEMM gated': false,
      'MoE topk': 4,
      'Pseudo op': true,
    });
    expect(rows[1].dims).toEqual(ARGS['Input Dims']);
  });

  it('takes as many experts a token as the choice of them says', () => {
    expect(pseudoRows(layer('2')).map(({ flops }) => flops)).toEqual([2_415_919_104, 1_207_959_552, null]);
    expect(pseudoRows(layer('what')).map(({ flops }) => flops)).toEqual([4_831_838_208, 2_415_919_104, null]);
  });

  it('stands below the frame that launches', () => {
    const model = withPseudoOperators(layer('4').model());
    const { columns, caller, gpuEvents, parent } = model;
    const nameOf = (event: number) => columns.strings.get(columns.name[event]);
    const up = gpuEvents.findIndex((event) => nameOf(event) === UP);
    expect(nameOf(caller[up])).toBe('hipModuleLaunchKernel');
    expect(nameOf(parent[caller[up]])).toBe('pseudo_op::moe_triton_unfused_up');
    expect(nameOf(parent[parent[caller[up]]])).toBe('triton/runtime/jit.py(574): run');
  });

  it('is not looked for where aiter computes the layers', () => {
    const layers = layer('4').operator('vllm::rocm_aiter_fused_moe', () => {});
    expect(pseudoRows(layers)).toEqual([]);
  });

  it('takes the kernel alone out of a launch of several', () => {
    const layers = new Layers();
    layers.operator('vllm::moe_forward', () => layers.launch('norm', UP, DOWN), ARGS);
    expect(rowsOf(withPseudoOperators(layers.model())).map(({ name, kernels }) => [name, kernels])).toEqual([
      ['pseudo_op::moe_triton_unfused_up', [UP]],
      ['pseudo_op::moe_triton_unfused_down', [DOWN]],
      ['vllm::moe_forward->norm (Synthetic Op)', ['norm']],
    ]);
  });
});

it('finds GPTQ and AWQ experts: up first, then down', () => {
  const KERNEL = 'fused_moe_kernel_gptq_awq';
  const layers = new Layers();
  layers.operator(
    'vllm::outplace_fused_experts',
    () => layers.launch('moe_align_block_size_kernel').launch(KERNEL).launch('act_and_mul').launch(KERNEL),
    // 4 tokens of 8, 16 experts of 12 with a gate, 3 experts a token; 4-bit weights.
    {
      'Input Dims': [
        [4, 8],
        [16, 24, 4],
        [16, 8, 6],
        [4, 3],
        [4, 3],
      ],
      'Input type': [BF16, 'unsigned char', 'unsigned char', 'float', 'int'],
    },
  );
  expect(pseudoRows(layers).map(({ name, kernels, flops }) => [name, kernels, flops])).toEqual([
    ['pseudo_op::moe_gptq_awq_up', [KERNEL], 2 * 4 * 8 * 12 * 3 * 2],
    ['pseudo_op::moe_gptq_awq_down', [KERNEL], 2 * 4 * 12 * 8 * 3],
  ]);
});

it("finds FlyDSL's stages: frames below aiter's fused MoE, with its arguments", () => {
  const layers = new Layers();
  const stages = () =>
    layers
      .frame('aiter/fused_moe.py(91): flydsl_moe_stage1', () => layers.frame('run', () => layers.launch('one', 'two')))
      .frame('aiter/fused_moe.py(99): flydsl_moe_stage2', () => layers.launch('three'))
      .frame('aiter/fused_moe.py(99): flydsl_moe_stage2', () => {});
  layers.operator('aiter::fused_moe_', stages, {
    'Input Dims': [
      [4, 8],
      [16, 24, 8],
      [16, 8, 12],
      [4, 2],
    ],
    'Input type': [BF16, BF16, BF16, 'float'],
  });
  layers.frame('aiter/fused_moe.py(91): flydsl_moe_stage1', () => layers.launch('elsewhere'));
  expect(pseudoRows(layers).map(({ name, kernels, flops }) => [name, kernels, flops])).toEqual([
    ['pseudo_op::moe_flydsl_stage1', ['one', 'two'], 2 * 4 * 8 * 12 * 2 * 2],
    ['pseudo_op::moe_flydsl_stage2', ['three'], 2 * 4 * 12 * 8 * 2],
  ]);
});
