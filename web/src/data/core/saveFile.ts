/** Time (ms) that a browser may take to start a download. */
const BEGIN_MS = 60_000;

/** Makes the browser download a file. */
export function saveFile(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), BEGIN_MS);
}
