// Runs in the page before its own code: changes the address's hash as a link would, and gives the ms to the last frame that this
// changed anything on the page in.
const QUIET_MS = 700;

/** React sets some attributes again to what they are. It takes the name of a field off while it does. A canvas is cleared to be drawn anew. */
function isChange({ type, target, attributeName, oldValue }) {
  if (type !== 'attributes' || target.nodeName === 'CANVAS') return true;
  return attributeName !== 'name' && target.getAttribute(attributeName) !== oldValue;
}

window.followLink = (hash) =>
  new Promise((resolve) => {
    const start = performance.now();
    let shownAt = start;
    const noteFrame = () =>
      requestAnimationFrame(() => {
        // A message comes after the frame is drawn.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          shownAt = performance.now();
        };
        port2.postMessage(null);
      });
    const observer = new MutationObserver((records) => {
      if (records.some(isChange)) noteFrame();
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributeOldValue: true });
    location.hash = hash;
    const look = setInterval(() => {
      if (performance.now() - shownAt < QUIET_MS) return;
      clearInterval(look);
      observer.disconnect();
      resolve(shownAt - start);
    }, 50);
  });
