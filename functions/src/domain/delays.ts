/** The end (ms) of the class that the 95th of a hundred delays falls into; null where it is beyond the last, or none. */
export function p95Of(delays: Readonly<Record<string, number>>): number | null {
  const classes = Object.entries(delays)
    .map(([name, count]) => ({ end: Number(name.replace(/^to/, '')), count }))
    .map(({ end, count }) => ({ end: Number.isNaN(end) ? Infinity : end, count }))
    .sort((a, b) => a.end - b.end);
  const all = classes.reduce((sum, { count }) => sum + count, 0);
  let counted = 0;
  for (const { end, count } of classes) {
    counted += count;
    if (counted >= all * 0.95) return end === Infinity ? null : end;
  }
  return null;
}
