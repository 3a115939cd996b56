/** Display categories, one colour each in every view. Work is filed under the index into this list. */
export const CATEGORIES = [
  { id: 'gemm', label: 'GEMM' },
  { id: 'attention', label: 'attention' },
  { id: 'moe', label: 'MoE' },
  { id: 'norm', label: 'norm' },
  { id: 'elementwise', label: 'elementwise' },
  { id: 'reduce', label: 'reduce' },
  { id: 'convolution', label: 'convolution' },
  { id: 'communication', label: 'communication' },
  { id: 'copy', label: 'copy' },
  { id: 'quantisation', label: 'quantisation' },
  { id: 'kvcache', label: 'KV cache' },
  { id: 'other', label: 'other' },
] as const;
export type CategoryId = (typeof CATEGORIES)[number]['id'];

const INDEX: ReadonlyMap<string, number> = new Map(CATEGORIES.map(({ id }, index) => [id, index]));

/** Index of a display category in `CATEGORIES`. */
export function categoryIndex(id: CategoryId): number {
  return INDEX.get(id) ?? CATEGORIES.length - 1;
}
