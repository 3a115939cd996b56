// `npm run bench:report -- [--runs 5] [--copies 1,2,4,8,16]`; with `once` before what to measure, one run of it in a fresh process.
import { register } from 'tsx/esm/api';

register();
if (process.argv[2] === 'once') await import('./report-run.ts');
else await import('./report.ts');
