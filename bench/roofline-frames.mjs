// `npm run bench:roofline -- [--points 20000]`
import { register } from 'tsx/esm/api';

register();
await import('./roofline-frames.ts');
