import type { JsonObject } from '../../base/json.ts';
import type { TraceModel } from '../../trace/trace-model.ts';

/** What a trace says of the device with an index, as `deviceProperties` records it; a single one stands for all. */
export function recordedDevice({ columns }: TraceModel, index: number): JsonObject | undefined {
  const { deviceProperties } = columns.header;
  if (!Array.isArray(deviceProperties)) return undefined;
  const devices = deviceProperties.filter(
    (device): device is JsonObject => device !== null && typeof device === 'object' && !Array.isArray(device),
  );
  return devices.find(({ id }) => id === index) ?? (devices.length === 1 ? devices[0] : undefined);
}
