import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import './styles/tokens.css';
import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { listenToKeys } from './app/keyboard.ts';
import { applyTheme } from './app/theme.ts';
import { prepareEngine } from './engine/engine-client.ts';
import { syncLink } from './state/link-sync.ts';
import { rememberSettings } from './state/remembered.ts';
import { rememberHardware } from './state/saved-hardware.ts';

rememberSettings();
rememberHardware();
syncLink();
applyTheme();
listenToKeys();
prepareEngine();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
