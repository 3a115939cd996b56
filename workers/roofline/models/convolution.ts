import type { Conventions } from '../../base/conventions.ts';
import {
  elements,
  flagAt,
  flagsAt,
  hasTensor,
  integerAt,
  integersAt,
  type Shape,
  shapeAt,
  stridesAt,
  typeAt,
  whyNoShape,
} from '../arguments.ts';
import { bytes, type DraftTerm, derive, type Factor, flops } from '../derivation.ts';
import { bytesPerElement, precisionOf } from '../dtypes.ts';
import type { OpCall } from '../op-call.ts';
import type { ParamValue, PerfModel, RegisteredModel, WhyNot } from '../perf-model.ts';

/** A convolution as a call records it; one entry a spatial dimension in the lists. */
interface Convolution {
  readonly x: Shape;
  readonly w: Shape;
  readonly out: Shape;
  readonly bias: boolean;
  readonly stride: readonly number[];
  readonly padding: readonly number[];
  readonly dilation: readonly number[];
  readonly transposed: boolean;
  readonly outputPadding: readonly number[];
  readonly groups: number;
  readonly dtype: string;
  /** Bytes an element. */
  readonly width: number | null;
  readonly params: Readonly<Record<string, ParamValue>>;
}

type Geometry = Pick<Convolution, 'stride' | 'padding' | 'dilation' | 'transposed' | 'outputPadding' | 'groups'>;

/** Reads the tensors at `x` and `w` with a geometry. `bias` tells whether a bias is added. */
function readConvolution(
  call: OpCall,
  conventions: Conventions,
  x: number,
  bias: boolean,
  geometryOf: (rank: number) => Geometry | null,
): Convolution | WhyNot {
  const input = shapeAt(call, x);
  const weight = shapeAt(call, x + 1);
  if (input === null || weight === null) return whyNoShape(call);
  const rank = weight.length - 2;
  if (rank < 1 || input.length !== weight.length) return 'inconsistent-shapes';
  const [dtype, weightDtype] = [typeAt(call, x), typeAt(call, x + 1)];
  if (dtype !== weightDtype) return 'unknown-dtype';
  const geometry = geometryOf(rank);
  const out = geometry === null ? null : outputShape(input, weight, geometry, conventions);
  if (geometry === null || out === null) return 'inconsistent-shapes';
  return {
    x: input,
    w: weight,
    out,
    bias,
    ...geometry,
    dtype,
    width: bytesPerElement(dtype, conventions),
    params: {
      convNd: `conv${rank}d`,
      input_shape: input,
      filter_shape: weight,
      dtype_input_weight: [dtype, weightDtype],
      input_stride: stridesAt(call, x),
      weight_stride: stridesAt(call, x + 1),
      bias,
      stride: geometry.stride,
      padding: geometry.padding,
      dilation: geometry.dilation,
      transposed_conv: geometry.transposed,
      output_padding: geometry.outputPadding,
      groups: geometry.groups,
    },
  };
}

/** Geometry in the seven arguments from `first` on: stride, padding, dilation, transposed, output padding, groups. */
const geometryAt =
  (call: OpCall, first: number) =>
  (rank: number): Geometry | null => {
    const stride = spread(call, first, rank, 1);
    const padding = spread(call, first + 1, rank, 0);
    const dilation = spread(call, first + 2, rank, 1);
    const outputPadding = spread(call, first + 4, rank, 0);
    if (stride === null || padding === null || dilation === null || outputPadding === null) return null;
    const transposed = flagAt(call, first + 3) ?? false;
    return { stride, padding, dilation, transposed, outputPadding, groups: integerAt(call, first + 5) ?? 1 };
  };

/** A list argument with an entry a dimension: one entry stands for all, none for `otherwise`. Null for another length. */
function spread(call: OpCall, index: number, rank: number, otherwise: number): readonly number[] | null {
  const list = integersAt(call, index) ?? [];
  if (list.length <= 1) return new Array<number>(rank).fill(list[0] ?? otherwise);
  return list.length === rank ? list : null;
}

/** Shape of the output; null where geometry and tensors do not fit (E.4). Published: a transposed output forgets its groups. */
function outputShape(x: Shape, w: Shape, geometry: Geometry, conventions: Conventions): Shape | null {
  const { stride, padding, dilation, transposed, outputPadding, groups } = geometry;
  if (groups < 1 || x[1] !== (transposed ? w[0] : w[1] * groups)) return null;
  const spatial = x.slice(2).map((extent, i) => {
    const field = dilation[i] * (w[i + 2] - 1);
    return transposed
      ? (extent - 1) * stride[i] - 2 * padding[i] + field + outputPadding[i] + 1
      : Math.floor((extent + 2 * padding[i] - field - 1) / stride[i]) + 1;
  });
  if (stride.some((step) => step < 1) || spatial.some((extent) => extent < 0)) return null;
  const channels = transposed ? w[1] * (conventions.convolutionArguments === 'recorded' ? groups : 1) : w[0];
  return [x[0], channels, ...spatial];
}

/** Each output element (of a transposed one, each input element) multiplies with the weights that reach it. */
function macs({ x, w, out, transposed }: Convolution): readonly Factor[] {
  return [
    2,
    transposed ? ['input elements', elements(x)] : ['output elements', elements(out)],
    ['∏ w[1:]', elements(w.slice(1))],
  ];
}

/** `elements·b` of one tensor. */
const moved = (label: string, shape: Shape, width: number | null): DraftTerm =>
  bytes(label, ['elements', elements(shape)], ['b', width]);

/** Model of a convolution (E.4). */
function forward(read: ReadForward): PerfModel {
  return (call, conventions) =>
    derive(read(call, conventions), (convolution) => {
      const { x, w, out, bias, dtype, width, params } = convolution;
      return {
        terms: {
          flops: [
            flops('convolution', ...macs(convolution)),
            ...(bias ? [flops('bias added', ['output elements', elements(out)])] : []),
          ],
          bytes: [
            moved('input read', x, width),
            moved('weights read', w, width),
            moved('output written', out, width),
            ...(bias ? [bytes('bias read', ['C_out', out[1]], ['b', width])] : []),
          ],
        },
        engine: 'matrix',
        precision: precisionOf(dtype, conventions),
        params,
      };
    });
}

/** Which gradients a backward call computes. */
interface Gradients {
  readonly input: boolean;
  readonly weight: boolean;
  readonly bias: boolean;
}

type ReadForward = (call: OpCall, conventions: Conventions) => Convolution | WhyNot;
type ReadBackward = (call: OpCall, conventions: Conventions) => { of: Convolution; gradients: Gradients } | WhyNot;

/** Model of a convolution's gradients (E.4): each costs what the forward pass does. */
function backward(read: ReadBackward): PerfModel {
  return (call, conventions) =>
    derive(read(call, conventions), ({ of, gradients }) => {
      const { x, w, out, dtype, width, params } = of;
      const biasWidth = conventions.convolutionArguments === 'recorded' ? width : 1;
      return {
        terms: {
          flops: [
            ...(gradients.input ? [flops('gradient of the input', ...macs(of))] : []),
            ...(gradients.weight ? [flops('gradient of the weights', ...weightMacs(of))] : []),
            ...(gradients.bias ? [flops('gradient of the bias', ['output elements', elements(out)])] : []),
          ],
          bytes: [
            ...(gradients.input
              ? [
                  moved('output gradient read for the input', out, width),
                  moved('weights read', w, width),
                  moved('input gradient written', x, width),
                ]
              : []),
            ...(gradients.weight
              ? [
                  moved('output gradient read for the weights', out, width),
                  moved('input read', x, width),
                  moved('weight gradient written', w, width),
                ]
              : []),
            ...(gradients.bias
              ? [
                  moved('output gradient read for the bias', out, biasWidth),
                  bytes('bias gradient written', ['C_out', out[1]], ['b', biasWidth]),
                ]
              : []),
          ],
        },
        engine: 'matrix',
        precision: precisionOf(dtype, conventions),
        params,
      };
    });
}

/** Each weight sums over the output (of a transposed convolution, the input) without channels. */
function weightMacs({ x, w, out, transposed }: Convolution): readonly Factor[] {
  const summed = transposed ? x : out;
  return [2, ['weights', elements(w)], ['N·spatial', elements([summed[0], ...summed.slice(2)])]];
}

/** `aten::convolution(x, w, bias, …)`. Published: a bias only in a call of three arguments (W4). */
function aten(call: OpCall, conventions: Conventions): Convolution | WhyNot {
  const recorded = conventions.convolutionArguments === 'recorded';
  const bias = recorded ? hasTensor(call, 2) : call.dims?.length === 3;
  return readConvolution(call, conventions, 0, bias, geometryAt(call, 3));
}

/**
 * Gradients of `aten::convolution_backward(grad, x, w, bias_sizes, …, output_mask)`. Published: input and weights always, the bias never
 * (its sizes are no tensor) (W5).
 */
const atenBackward: ReadBackward = (call, conventions) => {
  const recorded = conventions.convolutionArguments === 'recorded';
  const mask = recorded ? flagsAt(call, 10) : undefined;
  const [input, weight, bias] = mask?.length === 3 ? mask : [true, true, hasTensor(call, 3)];
  const of = readConvolution(call, conventions, 1, bias, geometryAt(call, 4));
  return typeof of === 'string' ? of : { of, gradients: { input, weight, bias } };
};

/** cuDNN's and MIOpen's own entry, `(x, w, bias?, padding, stride, dilation, groups, …)`; cuDNN's has no bias. */
const direct =
  (hasBias: boolean): ReadForward =>
  (call, conventions) => {
    const first = hasBias ? 3 : 2;
    return readConvolution(call, conventions, 0, hasBias && hasTensor(call, 2), (rank) => {
      const padding = spread(call, first, rank, 0);
      const stride = spread(call, first + 1, rank, 1);
      const dilation = spread(call, first + 2, rank, 1);
      if (padding === null || stride === null || dilation === null) return null;
      const outputPadding = new Array<number>(rank).fill(0);
      return { stride, padding, dilation, transposed: false, outputPadding, groups: integerAt(call, first + 3) ?? 1 };
    });
  };

/** apex `ConvBias_` and `ConvBiasReLU_(x, w, bias, padding, stride)`. Published: stride and padding the other way round. */
function apex(call: OpCall, conventions: Conventions): Convolution | WhyNot {
  const [paddingAt, strideAt] = conventions.convolutionArguments === 'recorded' ? [3, 4] : [4, 3];
  const padding = integerAt(call, paddingAt);
  const stride = integerAt(call, strideAt);
  return readConvolution(call, conventions, 0, true, (rank) => {
    if (stride === undefined || padding === undefined) return null;
    const all = (value: number) => new Array<number>(rank).fill(value);
    return {
      stride: all(stride),
      padding: all(padding),
      dilation: all(1),
      transposed: false,
      outputPadding: all(0),
      groups: 1,
    };
  });
}

/** Every gradient of a forward call. */
const gradientsOf =
  (read: ReadForward): ReadBackward =>
  (call, conventions) => {
    const of = read(call, conventions);
    return typeof of === 'string' ? of : { of, gradients: { input: true, weight: true, bias: of.bias } };
  };

const forwardOf = (read: ReadForward): RegisteredModel => ({
  category: 'CONV_fwd',
  sheet: 'CONV',
  model: forward(read),
  backward: backward(gradientsOf(read)),
  backwardCategory: 'CONV_bwd',
});

/** apex's backward calls record no convolution; their forward call's `backward` holds the estimate. */
const withoutShapes: RegisteredModel = {
  category: 'CONV_bwd',
  sheet: 'CONV',
  model: () => ({ whyNot: 'no-shapes' }),
  backwardCategory: 'CONV_bwd',
};

/** Names of the published tool. */
export const CONVOLUTION: Readonly<Record<string, RegisteredModel>> = {
  'aten::convolution': forwardOf(aten),
  'aten::convolution_backward': {
    category: 'CONV_bwd',
    sheet: 'CONV',
    model: backward(atenBackward),
    backwardCategory: 'CONV_bwd',
  },
  ConvBias_: forwardOf(apex),
  ConvBiasReLU_: forwardOf(apex),
  ConvBias_Backward: withoutShapes,
  ConvBiasReLU_Backward: withoutShapes,
  'aten::cudnn_convolution': { category: 'CONV_fwd' },
  'aten::miopen_convolution': { category: 'CONV_fwd' },
};

/** Names beyond it. */
export const MORE_CONVOLUTION: Readonly<Record<string, RegisteredModel>> = {
  'aten::cudnn_convolution': forwardOf(direct(false)),
  'aten::miopen_convolution': forwardOf(direct(true)),
};
