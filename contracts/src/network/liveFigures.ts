import * as z from 'zod/mini';

/** A device asks for the live figures this often (ms), and they are counted no more often. */
export const LIVE_MS = 60_000;

const count = z.int().check(z.gte(0));

/** What goes on right now, counted for all members at once; days are UTC days. */
export const liveFiguresSchema = z.object({
  /** Members with a room in sight, as `presence/now` has it. */
  online: count,
  /** Signals of all tiers that were published today. */
  signals: count,
  /** Devices that signals are pushed to. */
  devices: count,
  /** Posts and answers of today. */
  posts: count,
});

export type LiveFigures = z.infer<typeof liveFiguresSchema>;
