import { pseudoOutcome, workWithoutOwnOperator } from '../attribution/pseudo-ops/pseudo-operators.ts';
import { counted } from '../base/counts.ts';
import { gpuTimes } from '../trace/gpu-times.ts';
import { CallSource, LinkSource, type TraceModel } from '../trace/trace-model.ts';
import { graphReplay } from './graph-replay.ts';
import type { ScopeFigures, WeighedFinding } from './scope-figures.ts';
import { surveyOf } from './survey.ts';
import { LEFT_OUT, NO_LAUNCH } from './unified/row-texts.ts';
import { durationText, shareText } from './words.ts';

/** Parts of the GPU time below this are not worth a sentence. */
const LEAST_SHARE = 0.005;

/** Findings about what was recorded, and what the missing parts hide. */
export function recordingFindings(model: TraceModel, figures: ScopeFigures): WeighedFinding[] {
  const { operators, pythonFrames, hasShapes, apiCalls, launches } = surveyOf(model);
  if (model.gpuEvents.length === 0) return [noGpuActivity(launches)];
  const found: WeighedFinding[] = [];
  // What a capture or an eager trace tells is known.
  const unknown = figures.rows.filter((row) => model.callSource[row] === CallSource.none);
  const graphs = graphReplay(model, unknown);
  const graphShare = graphs.ns / figures.kernelSumNs;

  if (apiCalls === 0) {
    found.push({
      id: 'gpu-only',
      severity: 'warning',
      weight: 1,
      title: 'The trace holds GPU work only: no operator, launch or stack explains it.',
      cause:
        'The host side was not recorded, so every GPU event stands for itself and its kind of work is read off its name.',
      action: 'Record with ProfilerActivity.CPU beside ProfilerActivity.CUDA.',
      link: { view: 'kernels', table: 'kernels' },
    });
  } else found.push(...unlinkedWork(model, figures));
  if (graphShare >= LEAST_SHARE) {
    found.push({
      id: 'graph-replay',
      severity: 'warning',
      weight: graphShare,
      title: `${shareText(graphShare)} of GPU time is replayed from graphs, without operators, shapes or stacks.`,
      cause: `${counted(graphs.launches, 'graph launch replays', 'graph launches replay')} ${counted(graphs.gpuEvents, 'GPU event')}; what a graph holds was known only when it was captured.`,
      action:
        'Add the capture traces that the server wrote when it started, or an eager trace of the same model, for operators and shapes.',
      link: { view: 'kernels', table: 'kernels', filter: 'GraphLaunch' },
    });
  }
  if (operators > 0 && !hasShapes) {
    found.push({
      id: 'shapes-off',
      severity: 'warning',
      weight: 0.1,
      title: `${counted(operators, 'operator call')} ${operators === 1 ? 'has' : 'have'} no shapes.`,
      cause:
        'Shapes were not recorded, so calls of different sizes cannot be told apart and no FLOPs or bytes can be worked out.',
      action: 'Record with record_shapes=True.',
      link: { view: 'operators', table: 'operators' },
    });
  }
  if (operators > 0 && pythonFrames === 0) {
    found.push({
      id: 'stacks-off',
      severity: 'information',
      weight: 0.01,
      title: 'No Python stacks are recorded.',
      cause: 'Without them nothing tells which module or source line called an operator.',
      action: 'Record with with_stack=True when you need the caller; it costs host time.',
    });
  }
  found.push(...failedPseudoRules(model), ...possiblePseudoOperators(model, figures));
  const { clockSkews } = model.oddities;
  if (clockSkews.count > 0) {
    found.push({
      id: 'clock-skew',
      severity: 'information',
      weight: 0.005,
      title: `${counted(clockSkews.count, 'GPU event starts', 'GPU events start')} before their launch, by up to ${durationText(clockSkews.largestNs)}.`,
      cause: 'The clocks of host and GPU are not quite aligned, so launch delays are uncertain by about as much.',
      action: 'Durations are not affected; read launch delays below that figure with care.',
      link: { view: 'quality' },
    });
  }
  return found;
}

function failedPseudoRules(model: TraceModel): WeighedFinding[] {
  const { failures = [] } = pseudoOutcome(model) ?? {};
  if (failures.length === 0) return [];
  return [
    {
      id: 'pseudo-rules-failed',
      severity: 'warning',
      weight: 0.02,
      title: `${counted(failures.length, 'rule')} for pseudo-operators failed.`,
      cause: `${failures.join('; ')}.`,
      action: 'What the other rules make stands; the work that these look for is shown as recorded.',
    },
  ];
}

function possiblePseudoOperators(model: TraceModel, { rows, kernelSumNs }: ScopeFigures): WeighedFinding[] {
  if (pseudoOutcome(model) !== null) return [];
  const { durationNs } = gpuTimes(model);
  const isHeld = workWithoutOwnOperator(model);
  let ns = 0;
  for (let i = 0; i < rows.length; i++) if (isHeld[rows[i]] === 1) ns += durationNs[rows[i]];
  const share = ns / kernelSumNs;
  if (!(share >= LEAST_SHARE)) return [];
  return [
    {
      id: 'pseudo-operators',
      severity: 'information',
      weight: share,
      title: `${shareText(share)} of GPU time is fused work that no operator with its own shapes stands for.`,
      cause: 'Experts, latent attention and paged decode run as kernels of an operator that tells no sizes of them.',
      action: 'Turn on pseudo-operators in How we count (key c): they are made from what is recorded around this work.',
      link: { view: 'operators', table: 'operatorShapes' },
    },
  ];
}

function noGpuActivity(launches: number): WeighedFinding {
  if (launches === 0) {
    return {
      id: 'no-gpu-events',
      severity: 'warning',
      weight: 1,
      title: 'No GPU events are recorded.',
      cause: 'Nothing in the trace was launched on a GPU, so all times are those of the host.',
      action: 'To see the GPU, record with ProfilerActivity.CUDA, which stands for ROCm too.',
    };
  }
  return {
    id: 'launches-without-gpu-events',
    severity: 'error',
    weight: 1,
    title: `${counted(launches, 'launch', 'launches')} are recorded, but no GPU activity.`,
    cause:
      'The host side was traced and the GPU side was not: CUPTI or roctracer could not attach, another profiler held it, or its buffers were lost.',
    action: 'Record with ProfilerActivity.CUDA, alone on the machine, and synchronise before the profiler stops.',
  };
}

function unlinkedWork(model: TraceModel, { rows, kernelSumNs }: ScopeFigures): WeighedFinding[] {
  const { conventions, linkSource, streamOf, streams } = model;
  const { durationNs } = gpuTimes(model);
  const seenLinked = new Uint8Array(streams.length);
  let unlinkedNs = 0;
  let before = 0;
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    if (linkSource[row] !== LinkSource.none) {
      seenLinked[streamOf[row]] = 1;
      continue;
    }
    const ns = durationNs[row];
    count++;
    unlinkedNs += ns;
    if (seenLinked[streamOf[row]] === 0) before += ns;
  }
  const share = unlinkedNs / kernelSumNs;
  if (!(share >= LEAST_SHARE)) return [];
  // Streams run in order: what stands before all linked work on its stream was launched before it.
  const isBefore = before >= 0.9 * unlinkedNs;
  return [
    {
      id: 'unlinked',
      severity: 'warning',
      weight: share,
      title: isBefore
        ? `${shareText(share)} of GPU time was launched before recording began, so it has no operator.`
        : `${shareText(share)} of GPU time has no recorded launch, so it has no operator.`,
      cause: isBefore
        ? `${counted(count, 'GPU event was', 'GPU events were')} still queued when the profiler started.`
        : `For ${counted(count, 'GPU event')} the trace holds no runtime call with the same correlation.`,
      action: isBefore
        ? 'Let the profiler warm up for a few steps, or synchronise before it starts.'
        : 'Check that host and GPU activities are recorded over the same time, and that the file is whole.',
      link: { view: 'operators', table: 'operators', filter: conventions.unifiedWork === 'all' ? NO_LAUNCH : LEFT_OUT },
    },
  ];
}
