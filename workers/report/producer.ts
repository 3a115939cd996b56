import type { TraceModel } from '../trace/trace-model.ts';
import { surveyOf } from './survey.ts';

/** A program that writes traces, and what gives it away. */
interface Producer {
  readonly name: string;
  /** Python frames of its own modules, as paths of source files. */
  readonly frame: RegExp;
  /** Namespaces of its operators. */
  readonly operator: RegExp;
  /** Names of the ranges it marks its steps with. */
  readonly annotation: RegExp;
}

const NEVER = /(?!)/;

const PRODUCERS: readonly Producer[] = [
  {
    name: 'SGLang',
    frame: /(^|\/)sglang\/srt\//,
    operator: /^(sglang|sgl_kernel|sglang_profiler)::/,
    annotation: /^step\[(EXTEND|DECODE|MIXED|TARGET)/,
  },
  {
    name: 'ATOM',
    frame: /(^|\/)atom\/(model_engine|models|model_ops|entrypoints)\//,
    operator: NEVER,
    annotation: /^(prefill|decode)\[bs=/,
  },
  {
    name: 'vLLM',
    frame: /(^|\/)vllm\//,
    operator: /^(vllm|_C_cache_ops|_vllm_fa\d_C)::/,
    annotation: /^execute_(\d+_)?context_/,
  },
  { name: 'xDiT', frame: /(^|\/)(xfuser|yunchang)\//, operator: NEVER, annotation: /^execute_diffusion_/ },
];

/** Libraries on top of PyTorch that are named only where no serving engine is found. */
const LIBRARIES: readonly (readonly [RegExp, string])[] = [
  [/(^|\/)diffusers\//, 'PyTorch, Diffusers'],
  [/(^|\/)transformers\//, 'PyTorch, Transformers'],
];

/**
 * The program that a trace comes from, by its Python frames, else the names of its operators, else of its annotations; "" where the trace
 * is none of PyTorch's.
 */
export function producerOf(model: TraceModel): string {
  const { frameNames: frames, operatorNames: operators, annotationNames: annotations } = surveyOf(model);
  const byEvidence =
    mostFrequent(frames, (producer) => producer.frame) ??
    mostFrequent(operators, (producer) => producer.operator) ??
    mostFrequent(annotations, (producer) => producer.annotation);
  if (byEvidence) return byEvidence;
  const library = LIBRARIES.find(([pattern]) => frames.some((name) => pattern.test(name)));
  if (library) return library[1];
  const isPyTorch = operators.some((name) => name.startsWith('aten::')) || 'schemaVersion' in model.columns.header;
  return isPyTorch || frames.length > 0 ? 'PyTorch' : '';
}

/** The producer that the most names speak for; the first of equals. */
function mostFrequent(names: readonly string[], pattern: (producer: Producer) => RegExp): string | undefined {
  const counts = PRODUCERS.map((producer) => names.reduce((n, name) => n + Number(pattern(producer).test(name)), 0));
  const most = Math.max(...counts);
  return most === 0 ? undefined : PRODUCERS[counts.indexOf(most)].name;
}
