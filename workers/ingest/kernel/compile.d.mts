/** Compiles an entry of this folder to a WebAssembly module; throws with the compiler's messages. */
export function compileKernel(entry: string): Promise<Uint8Array<ArrayBuffer>>;
