const toMegabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

/** `36 %, 1.2 of 3.4 MB`. `share`: 0 to 1. */
export const formatUploaded = (share: number, bytes: number): string =>
  `${Math.round(share * 100)} %, ${toMegabytes(share * bytes)} of ${toMegabytes(bytes)} MB`;
