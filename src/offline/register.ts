/** Makes the page work offline from the next visit on. Only in a built site; where it is not possible the page works online. */
export function registerServiceWorker(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register(new URL('service-worker.js', document.baseURI)).catch((error: unknown) => {
    console.warn('Not available offline:', error);
  });
}
