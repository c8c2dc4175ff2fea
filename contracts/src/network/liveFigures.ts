import * as z from 'zod/mini';

export const LIVE_FIGURES_INTERVAL_MS = 60_000;

const countSchema = z.int().check(z.gte(0));

export const liveFiguresSchema = z.object({
  online: countSchema,
  signals: countSchema,
  devices: countSchema,
  posts: countSchema,
});

export type LiveFigures = z.infer<typeof liveFiguresSchema>;
