/** How to record a trace that Roofscope can say the most about, one server or library each. */
export interface Recipe {
  readonly id: string;
  readonly title: string;
  readonly steps: readonly RecipeStep[];
}

interface RecipeStep {
  readonly text: string;
  readonly code?: string;
}

export const RECIPES: readonly Recipe[] = [
  {
    id: 'vllm',
    title: 'vLLM',
    steps: [
      {
        text: 'vLLM 0.26 and later: start the server with shapes, stacks, graph captures and step annotations.',
        code: `VLLM_EXECUTE_MODEL_TIMEOUT_SECONDS=3600 vllm serve MODEL \\
  --profiler-config.profiler torch \\
  --profiler-config.torch_profiler_dir traces \\
  --profiler-config.torch_profiler_record_shapes True \\
  --profiler-config.torch_profiler_with_stack True \\
  --profiler-config.capture_torch_profiler True \\
  --profiler-config.detailed_trace_annotation True \\
  --profiler-config.ignore_frontend True \\
  --profiler-config.delay_iterations 256 \\
  --profiler-config.max_iterations 64`,
      },
      {
        text: 'Send requests until the server is in steady state, and start the profile. The trace ends by itself after max_iterations steps. Shapes are off by default; without them no kernel has a size.',
        code: `curl -X POST localhost:8000/start_profile`,
      },
      { text: 'Captures of CUDA and HIP graphs are written to traces/capture_traces. Keep them beside the trace.' },
    ],
  },
  {
    id: 'sglang',
    title: 'SGLang',
    steps: [
      {
        text: 'SGLang 0.5.9 and later: let the server profile its graphs, with shapes.',
        code: `SGLANG_GRAPH_BATCH_CAPTURE=1 python -m sglang.launch_server --model-path MODEL \\
  --enable-profile-cuda-graph \\
  --enable-shape-discovery-for-cuda-graph-profile`,
      },
      {
        text: 'Ask for a profile while requests run. SGLANG_GRAPH_BATCH_CAPTURE is read from 0.5.13 on.',
        code: `curl -X POST localhost:30000/start_profile -H 'Content-Type: application/json' \\
  -d '{"num_steps": 32, "shape_discovery": true, "detailed_annotations": true}'`,
      },
    ],
  },
  {
    id: 'atom',
    title: 'ATOM',
    steps: [
      {
        text: 'ATOM 0.1.3 and later: switch shapes, stacks and step annotations on, and mark the steps. Add these to your server command.',
        code: `export ATOM_PROFILER_MORE=1
export ATOM_ENABLE_DETAILED_ANNOTATION=1
# server options:
--torch-profiler-dir traces --mark-trace`,
      },
      {
        text: 'The client bounds the profile.',
        code: `curl -X POST localhost:8000/start_profile
# let it run some steady steps
curl -X POST localhost:8000/stop_profile`,
      },
    ],
  },
  {
    id: 'xdit',
    title: 'xDiT',
    steps: [
      {
        text: 'xDiT 26.6 and later: add these to your run. Wait one step: with a wait of 0 ROCTracer writes an empty trace.',
        code: '--profile --profile_capture_phase --profile_wait 1',
      },
    ],
  },
  {
    id: 'pytorch',
    title: 'PyTorch',
    steps: [
      {
        text: 'Record a few steady steps with shapes and stacks, after some warm-up.',
        code: `from torch.profiler import ProfilerActivity, profile, schedule

def save(prof):
    prof.export_chrome_trace("trace.json.gz")

with profile(
    activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA],
    schedule=schedule(wait=5, warmup=3, active=5),
    record_shapes=True,
    with_stack=True,
    on_trace_ready=save,
) as prof:
    for _ in range(13):
        step()
        prof.step()`,
      },
      { text: 'ProfilerActivity.CUDA covers ROCm too. Without record_shapes no operator has a size.' },
    ],
  },
];
