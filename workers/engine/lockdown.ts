// Runs before any other module of the worker: what it imports has no network call left to keep hold of.
import { withdrawFromWorker } from './withdraw-network.ts';

withdrawFromWorker(globalThis);
