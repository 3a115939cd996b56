/** A name with its numbers and ids out of the way, which tells its family: `step[DECODE bs=#]`. */
export function skeletonOf(name: string): string {
  return name
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '#')
    .replace(/\b(?:0x)?(?=[0-9a-f]*\d)[0-9a-f]{8,}\b/gi, '#')
    .replace(/\d+/g, '#');
}
