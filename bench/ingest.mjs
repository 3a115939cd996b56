// `npm run bench:ingest -- [--sizes 0.1,0.5,1,2.2] [--runs 5]`
import { register } from 'tsx/esm/api';

register();
await import('./ingest.ts');
