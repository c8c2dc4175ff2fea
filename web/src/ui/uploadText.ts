const KILOBYTE = 1000;
const MEGABYTE = 1_000_000;

/** `36 %, 1.2 of 3.4 MB`. `share`: 0 to 1. */
export function formatUploaded(share: number, bytes: number): string {
  const percent = `${Math.round(share * 100)} %`;
  return bytes < MEGABYTE
    ? `${percent}, ${Math.round((share * bytes) / KILOBYTE)} of ${Math.ceil(bytes / KILOBYTE)} kB`
    : `${percent}, ${((share * bytes) / MEGABYTE).toFixed(1)} of ${(bytes / MEGABYTE).toFixed(1)} MB`;
}
