import './privacy/lockdown.ts';
import { preloadFonts } from './offline/preload-fonts.ts';
import { registerServiceWorker } from './offline/register.ts';

preloadFonts();
registerServiceWorker();
