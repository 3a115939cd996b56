/** What of the axis is shown, as shares of the whole. */
export type View = readonly [from: number, to: number];

export const WHOLE_AXIS: View = [0, 1];

/** Whether a view shows all of the axis, however it came to. */
export function isWholeAxis([from, to]: View): boolean {
  return from <= 0 && to >= 1;
}

/** A view drawn apart (factor above 1) or together about a place in it, 0 to 1, down to `least` of the axis. */
export function zoomed([from, to]: View, at: number, factor: number, least: number): View {
  const width = Math.min(1, Math.max(least, (to - from) / factor));
  return startingAt(from + at * (to - from - width), width);
}

/** A view moved by a share of what it shows. */
export function panned([from, to]: View, by: number): View {
  return startingAt(from + by * (to - from), to - from);
}

/** The view, moved where it must be so that a stretch of the axis can be seen, or the start of one that is wider. */
export function bringInto(view: View, [start, end]: View): View {
  const [from, to] = view;
  if (start >= from && end <= to) return view;
  const width = to - from;
  return startingAt(Math.min(start, (start + end - width) / 2), width);
}

function startingAt(from: number, width: number): View {
  const start = Math.min(1 - width, Math.max(0, from));
  return [start, start + width];
}
