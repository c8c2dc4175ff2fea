/**
 * The smallest value that at least `share` (0 to 1) of the values do not exceed: the nearest-rank percentile.
 * @throws RangeError when there are no values
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('A percentile of nothing');
  return value;
}
