// `npm run bench:scope`
import { register } from 'tsx/esm/api';

register();
await import('./scope.ts');
