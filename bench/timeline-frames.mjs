// `npm run bench:timeline -- [--events 10000,100000,1000000,3000000] [--runs 3]`
import { register } from 'tsx/esm/api';

register();
await import('./timeline-frames.ts');
