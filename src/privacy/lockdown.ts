// Runs before any other script of the page. The policy in index.html bounds what the page may load and connect to; this closes what
// no policy covers: WebRTC, and leaving for an address that carries data. A link that the user follows is left alone.
// The development server's page keeps everything: its live reload needs a socket.
import { withdrawFromPage } from '../../workers/engine/withdraw-network.ts';

if (import.meta.env.PROD) {
  withdrawFromPage(window);
  // Not in every browser.
  if ('navigation' in window) window.navigation.addEventListener('navigate', stayHere);
}

function stayHere(event: NavigateEvent): void {
  const { origin, protocol } = new URL(event.destination.url);
  const leaves = origin !== location.origin && protocol !== 'data:';
  if (leaves && !event.userInitiated) event.preventDefault();
}
