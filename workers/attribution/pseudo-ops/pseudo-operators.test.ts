import { describe, expect, it } from 'vitest';
import { CORRECTED, type Conventions, TRACELENS } from '../../base/conventions.ts';
import { cellsOf } from '../../report/hand-made.ts';
import { makeOverview } from '../../report/overview.ts';
import { referenceTables } from '../../report/reference/reference-tables.ts';
import { FIRST_BASIS, type TableId } from '../../report/report-types.ts';
import { buildTable } from '../../report/tables.ts';
import { withSteps } from '../../steps/stepped-model.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import { unifiedRows } from '../unified.ts';
import { Layers, rowsOf } from './hand-made-layers.ts';
import { MLA_DECODE } from './mla.ts';
import { MOE_GPTQ_AWQ } from './moe-gptq-awq.ts';
import { MOE_TRITON_UNFUSED } from './moe-triton-unfused.ts';
import { pseudoOutcome, withPseudoOperators } from './pseudo-operators.ts';
import type { PseudoRule } from './pseudo-rule.ts';

const UP = '_matmul_ogs_NNT_bf16xbf16xmxfp4_16x128_swiglu';
const DOWN = '_matmul_ogs_NNT_bf16xbf16xmxfp4_16x128';
const GPTQ = 'fused_moe_kernel_gptq_awq';
const LAYER = {
  'Input Dims': [
    [4, 8],
    [4, 16],
  ],
  'Input type': ['c10::BFloat16', 'c10::BFloat16'],
};

/** A trace in which most rules find something, and work that none is about. */
const everything = () => {
  const layers = new Layers();
  const experts = () =>
    layers.launch('_topk').frame('nn.Module: Experts_0', () => layers.launch(UP).launch(DOWN).launch('matmul_scatter'));
  return layers
    .launch('before')
    .operator('aten::mm', () => layers.launch('Cijk_gemm'))
    .operator('vllm::moe_forward', experts, LAYER)
    .operator('vllm::moe_forward', experts, LAYER)
    .operator('vllm::outplace_fused_experts', () => layers.launch(GPTQ).launch('silu').launch(GPTQ))
    .frame('aiter/mla.py(1): mla_decode_fwd', () =>
      layers.operator('aiter::mla_decode_stage1_asm_fwd', () => layers.launch('stage1')).launch('reduce'),
    )
    .operator('sglang_profiler::attention_paged_attention_ragged_100', () => layers.launch('paged_attention'))
    .operator('sglang_profiler::attention_paged_attention_ragged_101', () => layers.launch('paged_attention'))
    .operator('sglang_profiler::attention_paged_attention_ragged', () => layers.launch('paged_attention'));
};

type Cells = ReturnType<typeof cellsOf>[number];

const durations = ({ columns, gpuEvents }: TraceModel, rows: ArrayLike<number>) =>
  Array.from(rows).reduce((sum, row) => sum + columns.dur[gpuEvents[row]], 0);

const byName = (a: Cells, b: Cells) => (String(a.name) < String(b.name) ? -1 : 1);

const cells = (id: TableId, model: TraceModel) => cellsOf(buildTable(id, model, FIRST_BASIS));

describe('withPseudoOperators', () => {
  it.each([
    ['corrected', CORRECTED],
    ['tracelens', TRACELENS],
  ])('leaves every GPU event in one row and every duration in the sum: %s', (_, conventions) => {
    const plain = everything().model({ ...conventions, unifiedWork: 'all', withoutStep: 'kept' });
    const pseudo = withPseudoOperators(plain);
    expect(pseudo.gpuEvents).toEqual(plain.gpuEvents);
    for (const model of [plain, pseudo]) {
      const rows = unifiedRows(model);
      const held = Array.from({ length: rows.count }, (_, row) => [...rows.kernels(row)]).flat();
      expect(held.sort((a, b) => a - b)).toEqual([...model.gpuEvents.keys()]);
      expect(durations(model, held)).toBe(plain.gpuEvents.length * 7000);
    }
    expect(pseudoOutcome(pseudo)).toEqual({ made: 9, failures: [] });
    expect(pseudoOutcome(plain)).toBeNull();
  });

  it('shows in every table alike', () => {
    const model = withSteps(withPseudoOperators(everything().model()), null);
    const up = 'pseudo_op::moe_triton_unfused_up';
    expect(cells('operators', model).find(({ name }) => name === up)).toMatchObject({ calls: 2, time: 14_000 });
    expect(cells('operatorShapes', model).filter(({ name }) => name === up)).toHaveLength(1);
    expect(cells('operatorKernels', model).find(({ fullName }) => fullName === UP)).toMatchObject({ calls: 2 });
    // In each of two layers the choice of experts, two products and the scatter; two products of GPTQ and what is between them.
    expect(cells('operatorCategories', model).find(({ name }) => name === 'MoE')).toMatchObject({ calls: 11 });
    expect(cells('kernels', model).find(({ fullName }) => fullName === UP)).toMatchObject({ operator: up });
    expect(cells('modules', model).find(({ name }) => String(name).includes('Experts'))).toMatchObject({
      time: 42_000,
    });
  });

  it('is offered where there is work for it, and no more once it is made', () => {
    // The two products and the scatter of each layer, the two products of GPTQ, and what is inside the latent attention: 10 of 18.
    const offered = (model: TraceModel) =>
      makeOverview(model, FIRST_BASIS).findings.find(({ id }) => id === 'pseudo-operators')?.title;
    const plain = everything().model();
    expect(offered(plain)).toMatch(/^55\.6.% of GPU time is fused work/);
    expect(offered(withPseudoOperators(plain))).toBeUndefined();
    expect(
      offered(
        new Layers()
          .operator('aten::mm', () => {})
          .launch('gemm')
          .model(),
      ),
    ).toBeUndefined();
  });

  it('has no host time: none of its own, none taken from the operators around it', () => {
    const plain = everything().model();
    expect(cells('cpuOperators', withPseudoOperators(plain, [MOE_TRITON_UNFUSED, MLA_DECODE])).sort(byName)).toEqual(
      cells('cpuOperators', withPseudoOperators(plain, [])).sort(byName),
    );
  });

  it('answers for its launches in the sheets of launchers, unless the published ones are asked for', () => {
    const launchers = (conventions: Conventions) => {
      const model = withPseudoOperators(everything().model(conventions));
      const summary = referenceTables(model, { includeUnlinked: false }).find(
        ({ schema }) => schema.id === 'ops_summary',
      );
      return new Map(summary && cellsOf(summary).map(({ name, Count }) => [name, Count]));
    };
    expect(launchers(CORRECTED).get('pseudo_op::moe_triton_unfused_up')).toBe(2);
    expect(launchers(CORRECTED).get('pseudo_mla_decode_fwd')).toBe(1);
    expect(launchers(TRACELENS).get('pseudo_op::moe_triton_unfused_up')).toBeUndefined();
    expect(launchers(TRACELENS).get('vllm::moe_forward')).toBe(2);
  });

  it("names SGLang's operators without the numbers of their wrappers", () => {
    const names = (model: TraceModel) => cells('operators', model).map(({ name, calls }) => `${name} ${calls}`);
    const name = 'sglang_profiler::attention_paged_attention_ragged';
    const model = everything().model();
    expect(names(model)).toEqual(expect.arrayContaining([`${name} 1`, `${name}_100 1`, `${name}_101 1`]));
    expect(names(withPseudoOperators(model))).toContain(`${name} 3`);
  });

  it('leaves the names of what is no such operator', () => {
    const layers = new Layers();
    const name = 'sglang_profiler::x_1';
    layers.frame(name, () => layers.operator('aten::x_2', () => layers.launch(name)).operator(name, () => {}));
    const { columns } = withPseudoOperators(layers.model());
    const names = Array.from(columns.name, (id) => columns.strings.get(id));
    // A slice stands behind those inside it.
    expect(names.slice(0, 5)).toEqual(['hipModuleLaunchKernel', name, 'aten::x_2', 'sglang_profiler::x', name]);
  });
});

describe('a rule that fails', () => {
  const failing: PseudoRule = {
    of: 'something',
    find() {
      throw new Error('no such argument');
    },
  };
  const model = withPseudoOperators(everything().model(), [MOE_GPTQ_AWQ, failing, MOE_TRITON_UNFUSED]);

  it('leaves what the others make', () => {
    const names = rowsOf(model).flatMap(({ name, args }) => (args['Pseudo op'] === true ? [name.slice(11)] : []));
    expect(names.sort()).toEqual([
      'moe_gptq_awq_down',
      'moe_gptq_awq_up',
      ...['moe_triton_unfused_down', 'moe_triton_unfused_down'],
      ...['moe_triton_unfused_finalize_matmul_scatter', 'moe_triton_unfused_finalize_matmul_scatter'],
      ...['moe_triton_unfused_up', 'moe_triton_unfused_up'],
    ]);
  });

  it('is told', () => {
    expect(pseudoOutcome(withSteps(model, null))?.failures).toEqual(['something: no such argument']);
    const { findings } = makeOverview(model, FIRST_BASIS);
    expect(findings).toContainEqual(
      expect.objectContaining({
        title: '1 rule for pseudo-operators failed.',
        cause: 'something: no such argument.',
      }),
    );
  });
});

it('gives what two rules hold to the first', () => {
  const twice = withPseudoOperators(everything().model(), [MLA_DECODE, { ...MLA_DECODE, of: 'the same again' }]);
  expect(pseudoOutcome(twice)).toEqual({ made: 1, failures: [] });
});
