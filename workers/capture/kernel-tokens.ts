import { EventKind, type TraceModel } from '../trace/trace-model.ts';

/** The token of a captured launch whose kernel the trace does not name, as those of CUDA do not. It may be any kernel. */
export const UNNAMED = -1;

/** Numbers for the names of kernels, the same in every trace; copies are one number, memsets another, however the device does them. */
export class KernelTokens {
  readonly #tokens = new Map<string, number>();

  /** The token of a kernel of this name. */
  ofKernel(name: string): number {
    if (/copyBuffer|^MEMORY_COPY_/.test(name)) return this.#of(COPY);
    return this.#of(/fillBuffer/.test(name) ? SET : name);
  }

  /** The token of a call that dispatches work; `kernel` is "" where the trace does not name it. */
  ofDispatch(call: string, kernel: string): number {
    if (/memcpy/i.test(call)) return this.#of(COPY);
    if (/memset/i.test(call)) return this.#of(SET);
    return kernel === '' ? UNNAMED : this.ofKernel(kernel);
  }

  /** A reader of the tokens of GPU events; each distinct name is looked at once. */
  ofEvents({ columns, kind }: TraceModel): (event: number) => number {
    const known = new Int32Array(columns.strings.length).fill(UNNAMED);
    return (event) => {
      if (kind[event] === EventKind.memcpy) return this.#of(COPY);
      if (kind[event] === EventKind.memset) return this.#of(SET);
      const name = columns.name[event];
      if (known[name] === UNNAMED) known[name] = this.ofKernel(columns.strings.get(name));
      return known[name];
    };
  }

  /** Whether work of a token can be what an unnamed launch of a kernel dispatched. */
  isKernel(token: number): boolean {
    return token !== this.#of(COPY) && token !== this.#of(SET);
  }

  #of(text: string): number {
    let token = this.#tokens.get(text);
    if (token === undefined) {
      token = this.#tokens.size;
      this.#tokens.set(text, token);
    }
    return token;
  }
}

/** No kernel is named so. */
const COPY = '\0memcpy';
const SET = '\0memset';
