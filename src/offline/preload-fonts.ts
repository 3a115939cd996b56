/**
 * Loads every part of the page's fonts. The browser would load a part when text first needs it, and which parts a trace's names
 * need is nobody's business, not even this site's server's.
 */
export function preloadFonts(): void {
  addEventListener('load', () => {
    for (const face of document.fonts) {
      face.load().catch(() => {
        // The fallback font shows the text.
      });
    }
  });
}
