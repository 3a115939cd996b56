import { notify } from '../state/store.ts';

/** Puts text on the clipboard and says how it went. */
export async function copyText(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    notify(`${what} copied`);
    return true;
  } catch {
    notify('The browser did not allow copying; select the text and copy it by hand.');
    return false;
  }
}
