import { Absent } from '../../table/Absent.tsx';

/** Every operator on log-log axes under the roofs of the device. */
export function RooflineView() {
  return <Absent title="Roofline">Not built yet.</Absent>;
}
