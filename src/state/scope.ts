import type { Scope } from '../../workers/base/scope.ts';
import type { TraceSummary } from '../../workers/engine/engine.ts';

/** A scope without the parts that a trace does not have, such as the device of another trace's link. */
export function scopeWithin(summary: TraceSummary | undefined, scope: Scope): Scope {
  if (!summary) return scope;
  const { device, stream, ...rest } = scope;
  const ofDevice = summary.streams.filter((s) => device === undefined || s.device === device);
  if (device !== undefined && ofDevice.length === 0) return rest;
  const hasStream = stream !== undefined && ofDevice.some((s) => s.stream === stream);
  return { ...rest, ...(device !== undefined && { device }), ...(hasStream && { stream }) };
}

/** The devices of a trace with their number of GPU events, by index. */
export function devicesOf(summary: TraceSummary): { readonly device: number; readonly gpuEvents: number }[] {
  const events = new Map<number, number>();
  for (const { device, gpuEvents } of summary.streams) events.set(device, (events.get(device) ?? 0) + gpuEvents);
  return [...events].map(([device, gpuEvents]) => ({ device, gpuEvents })).sort((a, b) => a.device - b.device);
}
