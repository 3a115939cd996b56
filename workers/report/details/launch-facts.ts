import { countText } from '../../base/counts.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { once } from '../../base/memo.ts';
import { constantAt, type NumericKey, numericKey } from '../../ingest/event-args.ts';
import type { Hardware } from '../../roofline/hardware.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import type { Fact } from '../report-types.ts';

/** How a kernel was launched, as Kineto records it. NaN and null where it does not. */
export interface Launch {
  readonly grid: readonly number[] | null;
  readonly block: readonly number[] | null;
  readonly registers: number;
  /** Bytes a block. */
  readonly sharedMemory: number;
  /** Percent. */
  readonly occupancy: number;
}

/** The launch of a GPU event. */
export function launchOf(model: TraceModel, event: number): Launch {
  const { registers, sharedMemory, occupancy } = launchKeys(model);
  const template = model.columns.template[event];
  return {
    grid: extents(constantAt(model.columns, template, 'args.grid')),
    block: extents(constantAt(model.columns, template, 'args.block')),
    registers: registers.at(event),
    sharedMemory: sharedMemory.at(event),
    occupancy: occupancy.at(event),
  };
}

const launchKeys = once(
  ({ columns }: TraceModel): Record<'registers' | 'sharedMemory' | 'occupancy', NumericKey> => ({
    registers: numericKey(columns, 'args.registers per thread'),
    sharedMemory: numericKey(columns, 'args.shared memory'),
    occupancy: numericKey(columns, 'args.est. achieved occupancy %'),
  }),
);

function extents(value: JsonValue | undefined): readonly number[] | null {
  const list = typeof value === 'string' ? value.match(/\d+/g)?.map(Number) : value;
  if (!Array.isArray(list)) return null;
  const numbers = list.filter((extent): extent is number => typeof extent === 'number' && extent >= 0);
  return numbers.length === list.length && numbers.length > 0 ? numbers : null;
}

/** The launch in words, with what the device makes of it. */
export function launchFacts(launch: Launch, device: JsonObject | undefined, hardware: Hardware | null): Fact[] {
  const { grid, block, registers, sharedMemory, occupancy } = launch;
  const warp = numberAt(device, 'warpSize');
  const [unit, group] = warp === 64 ? ['CU', 'wavefronts'] : ['SM', 'warps'];
  const units = numberAt(device, 'numSms') || hardware?.units || Number.NaN;
  const blocks = grid ? product(grid) : Number.NaN;
  const threads = block ? product(block) : Number.NaN;
  const resident = residentBlocks(launch, device);
  const facts: (Fact | false)[] = [
    grid !== null && { label: 'Grid', value: `${extentsText(grid)}, ${countText(blocks)} blocks` },
    block !== null && { label: 'Block', value: `${extentsText(block)}, ${countText(threads)} threads` },
    !Number.isNaN(registers) && { label: 'Registers a thread', value: countText(registers) },
    !Number.isNaN(sharedMemory) && { label: 'Shared memory a block', value: `${countText(sharedMemory)} B` },
    !Number.isNaN(blocks / units) && { label: `Blocks per ${unit}`, value: figure(blocks / units) },
    !Number.isNaN((blocks * threads) / units / warp) && {
      label: `${group === 'warps' ? 'Warps' : 'Wavefronts'} per ${unit}`,
      value: figure((blocks * Math.ceil(threads / warp)) / units),
    },
    !Number.isNaN(blocks / units / resident) && {
      label: `Waves per ${unit}`,
      value: `${figure(blocks / units / resident)}, of ${countText(resident)} blocks at a time`,
    },
    !Number.isNaN(occupancy) && { label: 'Estimated occupancy', value: `${figure(occupancy)} %` },
  ];
  return facts.filter((fact) => fact !== false);
}

/** Registers are handed out to warps in multiples of this many. */
const REGISTER_UNIT = 256;
/** Parts of an SM, each with its own registers, from compute capability 7.0 on. */
const PARTS = 4;
/** Bytes of shared memory that CUDA keeps for itself of each block, from compute capability 8.0 on. */
const RESERVED = 1024;
/** Most blocks on an SM, by compute capability (CUDA C++ Programming Guide, technical specifications). */
const MOST_BLOCKS: Readonly<Record<string, number>> = {
  '7.0': 32,
  '7.5': 16,
  '8.0': 32,
  '8.6': 16,
  '8.7': 16,
  '8.9': 24,
  '9.0': 32,
  '10.0': 32,
  '12.0': 32,
};

/**
 * Blocks that an SM holds at a time: as many as its threads, registers, shared memory and block slots allow (CUDA occupancy
 * calculation). NaN where the trace lacks any of these, as those of ROCm do.
 */
function residentBlocks({ block, registers, sharedMemory }: Launch, device: JsonObject | undefined): number {
  const warp = numberAt(device, 'warpSize');
  const major = numberAt(device, 'computeMajor');
  const warps = block ? Math.ceil(product(block) / warp) : Number.NaN;
  const registersOfWarp = Math.ceil((registers * warp) / REGISTER_UNIT) * REGISTER_UNIT;
  const registersOfPart = numberAt(device, 'regsPerMultiprocessor') / PARTS;
  const warpsByRegisters = Math.floor(registersOfPart / registersOfWarp) * PARTS;
  const memoryOfBlock = sharedMemory + (major >= 8 ? RESERVED : 0);
  const most = MOST_BLOCKS[`${major}.${numberAt(device, 'computeMinor')}`] ?? Number.NaN;
  const resident = Math.min(
    most,
    Math.floor(numberAt(device, 'maxThreadsPerMultiprocessor') / (warps * warp)),
    Math.floor(warpsByRegisters / warps),
    memoryOfBlock > 0 ? Math.floor(numberAt(device, 'sharedMemPerMultiprocessor') / memoryOfBlock) : most,
  );
  return resident > 0 ? resident : Number.NaN;
}

function numberAt(device: JsonObject | undefined, key: string): number {
  const value = device?.[key];
  return typeof value === 'number' ? value : Number.NaN;
}

const product = (extents: readonly number[]) => extents.reduce((all, extent) => all * extent, 1);
const extentsText = (extents: readonly number[]) => `(${extents.join(',')})`;
/** Three significant digits, but all of a whole number. */
const figure = (value: number) =>
  Number.isInteger(value) ? countText(value) : countText(Number(value.toPrecision(3)));
