/** Titles of what tracks stand under. */
export const STEPS_GROUP = 'Steps';

/** Of a GPU as numbered in the trace. */
export function deviceGroup(device: number): string {
  return `GPU ${device}`;
}

/** Of a process; where the trace names none, of the trace. */
export function processGroup(name: string, pid: string): string {
  if (pid === '') return name || 'Trace';
  return name === '' ? `Process ${pid}` : `${name} · ${pid}`;
}
