/** How long (ms) a browser may take to begin with a download. */
const BEGIN_MS = 60_000;

/** Has the browser save a file, where its member keeps such. */
export function saveFile(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), BEGIN_MS);
}
