import * as z from 'zod/mini';

/** How often devices poll; the figures are refreshed no more often. */
export const LIVE_MS = 60_000;

const countSchema = z.int().check(z.gte(0));

/** The same for all members; days are UTC days. */
export const liveFiguresSchema = z.object({
  /** Members with a room on screen, from `presence/now`. */
  online: countSchema,
  /** Published today, for all tiers. */
  signals: countSchema,
  /** Devices that receive signals by push. */
  devices: countSchema,
  /** Posts and replies of today. */
  posts: countSchema,
});

export type LiveFigures = z.infer<typeof liveFiguresSchema>;
