import { type NamePart, qualifiedParts } from './cpp-names.ts';
import { demangle } from './itanium.ts';

/** Longer than any name a compiler writes; what is longer is shown as it is. */
const MAX_LENGTH = 16_384;

/**
 * A readable name of a kernel: without return type, namespaces, template arguments and parameters, but with what tells the
 * instances of a generic kernel apart, such as the functor of an elementwise kernel: `vectorized_elementwise<add>`.
 */
export function shortKernelName(name: string): string {
  if (name.length > MAX_LENGTH || /^(Memcpy|Memset)\b/.test(name)) return name;
  const bare = name.replace(/\.kd$/, '');
  if (bare.startsWith('Cijk_')) return shortTensile(bare);
  if (bare.startsWith('_Z')) return shortCpp(demangle(bare) ?? bare) || name;
  if (/[<(:]/.test(bare)) return shortCpp(bare) || name;
  return withoutTritonSignature(bare);
}

/** Tensile: problem type and macro tile tell kernels apart, the rest is tuning. */
function shortTensile(name: string): string {
  const problem = /^Cijk_A[a-z]+_B[a-z]+(_[A-Z0-9]+)?/.exec(name)?.[0] ?? 'Cijk';
  const tile = /_(MT\d+x\d+x\d+)/.exec(name)?.[1];
  const post = /_(PostGSU\d*)/.exec(name)?.[1];
  return [problem, tile, post].filter(Boolean).join(' ');
}

/** Triton before 3 appended the specialisation of the arguments (`0d1d2de`); a name that is nothing else keeps it. */
function withoutTritonSignature(name: string): string {
  const bare = name.replace(/_0[cd]\d[\dcde]*$/, '');
  return bare === '' || bare === 'triton_' ? name : bare;
}

/** Kernels that only carry another one in; the carried functor or policy names them. */
const GENERIC =
  /elementwise|reduce_kernel$|multi_tensor_apply|^kentry$|^kernel_entry$|^trampoline_kernel$|^act_and_mul|cuda_kernel$/;
/** Wrappers whose only template argument that matters is a whole kernel: shown alone. */
const CARRIERS = /^(Kernel2?|device_kernel)$/;
/** Names that say nothing without the namespace before them. */
const VAGUE = /^(kernel|run|globalKernel|execute)$/;

function shortCpp(text: string): string {
  const parts = qualifiedParts(text);
  const last = parts.at(-1);
  if (!last) return text;
  const carried = functorName(last.args);
  if (CARRIERS.test(last.base) && carried) return carried;
  const before = parts.at(-2);
  const base = VAGUE.test(last.base) && before ? `${before.base}::${last.base}` : last.base;
  if (!GENERIC.test(last.base) || !carried) return base;
  return `${base.replace(/_kernel$/, '')}<${carried}>`;
}

/** The first argument that names a function or functor, read through wrappers. "" when there is none. */
function functorName(args: readonly string[], depth = 0): string {
  for (const arg of args) {
    if (depth > 8 || isPlain(arg)) continue;
    const parts = qualifiedParts(withoutAddressOf(arg));
    const named = namedPart(parts);
    if (!named) continue;
    const inner = isWrapper(named) ? functorName(named.args, depth + 1) : '';
    const own = inner || tidy(named.base);
    if (own !== '') return own;
  }
  return '';
}

/** `&f` and `&(type f(…))` as the function they point to. */
function withoutAddressOf(arg: string): string {
  return arg.startsWith('&(') ? arg.slice(2, -1) : arg.replace(/^&/, '');
}

/** The part before the first lambda, skipping call operators: `direct_copy_kernel_cuda` of `…(T&)::{lambda()#3}::operator()() const`. */
function namedPart(parts: readonly NamePart[]): NamePart | undefined {
  const lambda = parts.findIndex(({ base }) => base.startsWith('{'));
  const named = (lambda < 0 ? parts : parts.slice(0, lambda)).filter(({ base }) => !base.startsWith('operator'));
  return named.at(-1);
}

const WRAPPERS =
  /^(gpu_kernel_impl|gpu_index_kernel|opmath_|[AB]?UnaryFunctor$|BinaryFunctor$|ReduceOp$|func_wrapper|apply$)/;
const isWrapper = ({ base }: NamePart) => WRAPPERS.test(base);

/** Numbers, plain types and containers say nothing about what a kernel does. */
function isPlain(arg: string): boolean {
  return (
    /^(\(.*\))?-?[\d.]+u?l*$/.test(arg) ||
    /^(const )?(unsigned |signed )?(bool|char|short|int|long|long long|float|double|void|true|false|bfloat16)\b[ *const]*$/.test(
      arg,
    ) ||
    /^(__half|__hip_bfloat16|__nv_bfloat16|_Float16|unsigned|c10::\w+|std::complex<.*>|c10::complex<.*>)[ *]*$/.test(
      arg,
    ) ||
    /OpaqueType<|::Array<|^std::array<|TensorListMetadata|OffsetCalculator|default_config$/.test(
      arg.replace(/(?<=<).*/, ''),
    )
  );
}

/** `CUDAFunctorOnSelf_add` → `add`, `MulFunctor` → `mul`, `silu_kernel_cuda` → `silu`. */
function tidy(base: string): string {
  const bare = base
    .replace(/^CUDAFunctor(OnSelf|OnOther)?_/, '')
    .replace(/(_config_selector|CUDAKernelImpl|KernelImpl|Functor|_functor|Ops)$/, '')
    .replace(/_cuda$/, '')
    .replace(/_(cuda_kernel|kernel_cuda|kernel_impl|kernel)$/, '');
  if (bare === '') return base;
  return /^[A-Z][a-z]+([A-Z][a-z]+)*$/.test(bare) ? bare.replace(/(?!^)([A-Z])/g, '_$1').toLowerCase() : bare;
}
