import * as z from 'zod/mini';
import { countSchema } from '../core/countSchema';

export const LIVE_FIGURES_INTERVAL_MS = 60_000;

export const liveFiguresSchema = z.object({
  online: countSchema,
  signals: countSchema,
  devices: countSchema,
  posts: countSchema,
});

export type LiveFigures = z.infer<typeof liveFiguresSchema>;
