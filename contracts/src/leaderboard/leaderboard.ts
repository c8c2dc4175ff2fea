import * as z from 'zod/mini';
import { countSchema } from '../core/countSchema';
import { firestoreTimeSchema } from '../core/time';
import { getFirstStake, type PaperFigures, toPaperFigures } from '../bots/figures';
import { paperResultSchema, playedUntilSchema, publicationSchema } from './published';
import { paperStateSchema } from '../bots/state';

export const MAX_LEADERBOARD_ROWS = 100;

/** Omits the display name, because anyone who knows the id can read the row. */
export const publicRowSchema = z.object({
  ...publicationSchema.shape,
  standing: paperResultSchema,
});

export const leaderboardRowSchema = z.object({ ...publicRowSchema.shape, name: z.string() });

export type LeaderboardRow = z.infer<typeof leaderboardRowSchema>;

export const leaderboardSchema = z.object({
  rows: z.array(leaderboardRowSchema),
  /**
   * Configurations ever published, including those of erased members. The more there are, the
   * wider every interval.
   */
  tried: countSchema,
  running: countSchema,
  withdrawn: countSchema,
});

export type Leaderboard = z.infer<typeof leaderboardSchema>;

export const publisherSchema = z.object({
  name: z.nullable(z.string()),
  publications: z.array(publicationSchema),
});

export type Publisher = z.infer<typeof publisherSchema>;

/** Document `publishers/{uid}`. `pack`: number of the pack that stores the publication's state. */
export const publisherDocumentSchema = z.object({
  uid: z.string(),
  name: z.nullable(z.string()),
  ids: z.array(z.string()),
  publications: z.array(z.object({ ...publicationSchema.shape, pack: countSchema })),
  updatedAt: firestoreTimeSchema,
});

/** Document `leaderboardPacks/{number}`. All its states are folded up to the same slot. */
export const leaderboardPackSchema = z.object({
  ...playedUntilSchema.shape,
  rows: z.array(
    z.object({ ...publicationSchema.shape, name: z.string(), state: paperStateSchema }),
  ),
});

export type LeaderboardPack = z.infer<typeof leaderboardPackSchema>;

export const leaderboardDocumentSchema = z.object({
  ...leaderboardSchema.shape,
  packs: countSchema,
  slot: z.string(),
  open: z.boolean(),
  updatedAt: firestoreTimeSchema,
});

export type LeaderboardDocument = z.infer<typeof leaderboardDocumentSchema>;

type RankedRow = Pick<LeaderboardRow, 'configuration' | 'standing' | 'publishedAt' | 'id'>;

export const getRowFigures = (
  { configuration, standing }: Pick<RankedRow, 'configuration' | 'standing'>,
  tried: number,
): PaperFigures => toPaperFigures(configuration, standing.tally, { ...standing, tried });

/**
 * Lower bound of the profit per trade, as a share of the first stake, so that neither a few lucky
 * trades nor large stakes rank first. Null without trades.
 */
function computeScore(row: RankedRow, tried: number): number | null {
  const { trades, range } = getRowFigures(row, tried);
  return range && range.low / trades / Math.max(1, getFirstStake(row.configuration));
}

/** Only rows with a profit are ranked. */
export const isRanked = ({ standing }: Pick<RankedRow, 'standing'>): boolean =>
  standing.tally.profit > 0;

/** Ranked rows come first. The others follow, newest first. */
export function rankRows<Row extends RankedRow>(rows: readonly Row[], tried: number): Row[] {
  const scores = new Map(rows.map((row) => [row.id, computeScore(row, tried) ?? -Infinity]));
  const getScore = ({ id }: Row) => scores.get(id) ?? -Infinity;
  return [...rows].sort((a, b) => {
    if (isRanked(a) !== isRanked(b)) return isRanked(a) ? -1 : 1;
    if (!isRanked(a)) return b.publishedAt - a.publishedAt || (a.id < b.id ? -1 : 1);
    if (getScore(a) !== getScore(b)) return getScore(a) > getScore(b) ? -1 : 1;
    return a.publishedAt - b.publishedAt || (a.id < b.id ? -1 : 1);
  });
}
