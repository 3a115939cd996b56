/** Colours as the pixels of `ImageData` have them, 0xAABBGGRR; any CSS value that a canvas takes. */
export function colourPixels(colours: readonly string[]): Uint32Array {
  if (colours.length === 0) return new Uint32Array(0);
  const context = new OffscreenCanvas(colours.length, 1).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no 2d context');
  for (const [x, colour] of colours.entries()) {
    context.fillStyle = colour;
    context.fillRect(x, 0, 1, 1);
  }
  return new Uint32Array(context.getImageData(0, 0, colours.length, 1).data.buffer);
}

/** Whether a text on a pixel's colour is better dark than light. */
export function isLight(pixel: number): boolean {
  const part = (shift: number, weight: number) => (((pixel >>> shift) & 0xff) / 255) ** 2.2 * weight;
  return part(0, 0.2126) + part(8, 0.7152) + part(16, 0.0722) > 0.28;
}
