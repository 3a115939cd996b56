/** Hands bytes to the browser as a file to save. Nothing is requested: the file is a blob of this page. */
export function download(bytes: Uint8Array<ArrayBuffer>, fileName: string, type: string): void {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser reads the blob after the click; a minute is ample.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A trace's file name without the endings that say how it is packed, and on one level, to name what is made of it. */
export function fileStem(name: string): string {
  return name.replace(/\.(json|gz|zip|tar|tgz)\b/g, '').replaceAll('/', '_');
}
