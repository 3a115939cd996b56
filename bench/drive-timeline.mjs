// Runs in the page before its own code: ten seconds of zooming and panning on an element, one event of the wheel a frame.
const SECONDS = 10;

/** Zooms in and out twice about places that wander, and pans in between: in ms since the start. */
function wheelAt(ms, width) {
  const part = (ms % 5000) / 5000;
  const clientX = width * (0.5 + 0.3 * Math.sin(ms / 700));
  if (part < 0.35) return { clientX, deltaY: -55, ctrlKey: true };
  if (part < 0.65) return { clientX, deltaX: Math.sin(ms / 300) * 60, deltaY: 0 };
  return { clientX, deltaY: 55, ctrlKey: true };
}

window.driveTimeline = (selector) =>
  new Promise((resolve) => {
    const element = document.querySelector(selector);
    const { left, top, width, height } = element.getBoundingClientRect();
    const startedAt = performance.now();
    const step = (now) => {
      const ms = now - startedAt;
      if (ms >= SECONDS * 1000) return resolve();
      const wheel = wheelAt(Math.max(0, ms), width);
      element.dispatchEvent(
        new WheelEvent('wheel', {
          ...wheel,
          clientX: left + wheel.clientX,
          clientY: top + height / 2,
          bubbles: true,
          cancelable: true,
        }),
      );
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
