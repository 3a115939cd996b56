/** A stretch of the trace's time, ns since its base; never empty. */
export interface TimeSpan {
  readonly startNs: number;
  readonly endNs: number;
}

/** The shortest span that can be looked at: times are whole nanoseconds, so there is nothing to see in less. */
const LEAST_NS = 20;

export function lengthOf({ startNs, endNs }: TimeSpan): number {
  return endNs - startNs;
}

/** Pixel of a time, where the span fills `width`. */
export function pixelAt(span: TimeSpan, width: number, ns: number): number {
  return ((ns - span.startNs) / lengthOf(span)) * width;
}

/** Time at a pixel. */
export function timeAt(span: TimeSpan, width: number, pixel: number): number {
  return span.startNs + (pixel / width) * lengthOf(span);
}

/** The span drawn apart (factor above 1) or together about a time, which keeps its place on screen. */
export function zoomed(span: TimeSpan, aboutNs: number, factor: number, whole: TimeSpan): TimeSpan {
  const length = Math.min(lengthOf(whole), Math.max(LEAST_NS, lengthOf(span) / factor));
  const part = (aboutNs - span.startNs) / lengthOf(span);
  const startNs = aboutNs - part * length;
  return within({ startNs, endNs: startNs + length }, whole);
}

/** The span moved by a time. */
export function panned({ startNs, endNs }: TimeSpan, byNs: number, whole: TimeSpan): TimeSpan {
  return within({ startNs: startNs + byNs, endNs: endNs + byNs }, whole);
}

/** The span, shortened and moved where it reaches beyond the trace. */
export function within(span: TimeSpan, whole: TimeSpan): TimeSpan {
  const length = Math.min(lengthOf(whole), Math.max(LEAST_NS, lengthOf(span)));
  const startNs = Math.min(Math.max(span.startNs, whole.startNs), whole.endNs - length);
  return { startNs, endNs: startNs + length };
}

/** A span about what is to be looked at, with room at both ends. */
export function around({ startNs, endNs }: TimeSpan, room: number, whole: TimeSpan): TimeSpan {
  const length = Math.max(endNs - startNs, LEAST_NS / 4);
  return within({ startNs: startNs - length * room, endNs: endNs + length * room }, whole);
}

/** The span moved no further than needed to show another one; one that does not fit begins at the left. */
export function showing(span: TimeSpan, { startNs, endNs }: TimeSpan, whole: TimeSpan): TimeSpan {
  const room = lengthOf(span) * 0.05;
  if (startNs >= span.startNs && endNs <= span.endNs) return span;
  const isLong = endNs - startNs > lengthOf(span) - 2 * room;
  const shift = isLong || startNs < span.startNs ? startNs - room - span.startNs : endNs + room - span.endNs;
  return panned(span, shift, whole);
}

/** Part of the way from one span to another, 0 to 1: the length changes by a constant factor in equal times. */
export function between(from: TimeSpan, to: TimeSpan, part: number): TimeSpan {
  if (part >= 1) return to;
  const length = lengthOf(from) * (lengthOf(to) / lengthOf(from)) ** part;
  const change = lengthOf(to) - lengthOf(from);
  // The time that keeps its place is the same all the way when ends move in step with the length.
  const moved = Math.abs(change) < 1e-9 * lengthOf(from) ? part : (length - lengthOf(from)) / change;
  const startNs = from.startNs + (to.startNs - from.startNs) * moved;
  return { startNs, endNs: startNs + length };
}

export function sameSpan(a: TimeSpan, b: TimeSpan): boolean {
  return a.startNs === b.startNs && a.endNs === b.endNs;
}
