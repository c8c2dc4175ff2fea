import { formatDecimal } from '@quantalgo/contracts/core/format';

const formatMegabytes = (bytes: number): string => formatDecimal(bytes / 1_000_000);

/** `36%, 1.2 of 3.4 MB`. `share`: 0 to 1. */
export const formatUploaded = (share: number, bytes: number): string =>
  `${Math.round(share * 100)}%, ${formatMegabytes(share * bytes)} of ${formatMegabytes(bytes)} MB`;
