import './lockdown.ts';
import { expose } from 'comlink';
import { STARTED, type StartMessage } from './start-message.ts';
import { TraceEngine } from './trace-engine.ts';

addEventListener('message', start, { once: true });

async function start({ data }: MessageEvent<StartMessage>): Promise<void> {
  if (data.lifeline !== null) await hold(data.lifeline);
  expose(new TraceEngine(data.kernel));
  postMessage(STARTED);
}

/** Takes a lock and never gives it back: the browser frees it when this worker ends, however it ends, which the page waits for. */
function hold(lock: string): Promise<void> {
  return new Promise((held, failed) => {
    navigator.locks
      .request(lock, () => {
        held();
        return new Promise<never>(() => {});
      })
      .catch(failed);
  });
}
