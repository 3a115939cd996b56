import { whyNoShape } from '../arguments.ts';
import { bytes, derive, flops } from '../derivation.ts';
import type { PerfModel, RegisteredModel } from '../perf-model.ts';
import { NO_ENGINE, named, tensorAt, touched } from './tensors.ts';

/** All-reduce of argument `index`: this GPU's memory read and written once; what crosses the link is not counted (E.12). */
function allReduce(index: number): PerfModel {
  return (call, conventions) => {
    const x = tensorAt(call, index, conventions);
    if (x === null) return { whyNot: whyNoShape(call) };
    return derive({ x }, () => ({
      terms: { flops: [], bytes: [bytes('read and written here', 2, ['E', x.count], ['b', x.width])] },
      ...NO_ENGINE,
      params: { op_shape: x.shape, dtype: x.dtype },
    }));
  };
}

/** Gather or scatter from argument `from` to argument `to`: each touched once here (E.12). */
function transfer(from: number, to: number): PerfModel {
  return (call, conventions) => {
    const input = tensorAt(call, from, conventions);
    const output = tensorAt(call, to, conventions);
    if (input === null || output === null) return { whyNot: whyNoShape(call) };
    return derive({ input }, () => ({
      terms: {
        flops: [],
        bytes: [touched('input read', 'n_in', input), touched('output written', 'n_out', output)],
      },
      ...NO_ENGINE,
      params: { shape_in: input.shape, shape_out: output.shape, dtype: input.dtype },
    }));
  };
}

/** All-reduce, residual and RMS normalisation in one: E + R·(2·c+2) + 2·E FLOPs; 4·E and the weight moved (E.12). */
function allReduceRmsNorm(xAt: number, weightAt: number): PerfModel {
  return (call, conventions) => {
    const x = tensorAt(call, xAt, conventions);
    const weight = tensorAt(call, weightAt, conventions);
    if (x === null || weight === null) return { whyNot: whyNoShape(call) };
    const c = weight.count;
    if (c === 0 || x.count % c !== 0) return { whyNot: 'inconsistent-shapes' };
    return derive({ x }, () => ({
      terms: {
        flops: [
          flops('residual added', ['E', x.count]),
          flops('mean square and root', ['R', x.count / c], ['2·c+2', 2 * c + 2]),
          flops('scaled', 2, ['E', x.count]),
        ],
        bytes: [
          bytes('activations and residual read and written', 4, ['E', x.count], ['b', x.width]),
          bytes('weight read', ['c', c], ['b', x.width]),
        ],
      },
      ...NO_ENGINE,
      params: { op_shape: x.shape, num_channels: c, dtype: x.dtype },
    }));
  };
}

/** Tokens sent to or from experts: the rows of argument 0, counted once (E.12). */
const expertExchange: PerfModel = (call, conventions) => {
  const x = tensorAt(call, 0, conventions);
  if (x === null || x.shape.length < 2) return { whyNot: whyNoShape(call) };
  return derive({ x }, () => ({
    terms: { flops: [], bytes: [bytes('tokens moved', ['M', x.shape[0]], ['H', x.shape[1]], ['b', x.width])] },
    ...NO_ENGINE,
    params: { M: x.shape[0], H: x.shape[1], dtype: x.dtype },
  }));
};

const custom = (model: PerfModel): RegisteredModel => ({
  category: 'CustomCollective',
  sheet: 'CustomCollective',
  model,
});

/** Collectives that are kernels of their own, and the exchange of tokens between experts. */
export const COLLECTIVES: Readonly<Record<string, RegisteredModel>> = {
  ...named(
    [
      '_C_custom_ar::all_reduce',
      '_C_custom_ar::qr_all_reduce',
      'sgl_kernel::all_reduce_reg',
      'sgl_kernel::qr_all_reduce',
    ],
    custom(allReduce(1)),
  ),
  ...named(['aiter::all_gather_reg', 'aiter::reduce_scatter'], custom(transfer(1, 2))),
  'sglang::reg_all_gather_into_tensor': custom(transfer(1, 0)),
  'aiter::fused_allreduce_rmsnorm': custom(allReduceRmsNorm(2, 6)),
  'aiter::fused_allreduce_rmsnorm_': custom(allReduceRmsNorm(0, 2)),
  ...named(
    [2, 4].map(
      (n) =>
        `aiter::allgather_lastdim<std::bfloat16_t, ${n}>(aiter::RankData*, aiter::RankSignals, aiter::Signal*, std::bfloat16_t*, int, int, int) (Synthetic Op)`,
    ),
    { category: 'CustomCollective' },
  ),
  ...named(['MoECombine', 'MoEDispatch'], {
    category: 'MoE_comm_fwd',
    sheet: 'MoE_comm',
    model: expertExchange,
    backwardCategory: 'MoE_comm_bwd',
  }),
  ...named(['TokenPermuteMaskMap', '_OperationFuserAutogradFunction'], { category: 'MoE_comm_fwd' }),
  ...named(
    [
      'MoECombineBackward',
      'MoEDispatchBackward',
      'TokenPermuteMaskMapBackward',
      '_OperationFuserAutogradFunctionBackward',
    ],
    { category: 'MoE_comm_bwd' },
  ),
};
