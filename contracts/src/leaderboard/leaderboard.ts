import * as z from 'zod/mini';
import { firestoreTime } from '../core/time';
import { firstStakeOf, type PaperFigures, paperFigures } from '../bots/figures';
import { paperResultSchema, playedUntilSchema, publicationSchema } from './published';
import { paperStateSchema } from '../bots/state';

/** How many rows the leaderboard shows. */
export const LEADERBOARD_ROWS = 100;

const count = z.int().check(z.gte(0));

/** A publication and what it came to, for everybody who has its id: without a name. */
export const publicRowSchema = z.object({
  ...publicationSchema.shape,
  standing: paperResultSchema,
});

/** A row of the leaderboard: a publication under its member's display name. */
export const leaderboardRowSchema = z.object({ ...publicRowSchema.shape, name: z.string() });

export type LeaderboardRow = z.infer<typeof leaderboardRowSchema>;

/** The leaderboard, the same for everybody. */
export const leaderboardSchema = z.object({
  /** Best first, {@link LEADERBOARD_ROWS} at most. */
  rows: z.array(leaderboardRowSchema),
  /** How many configurations were ever published, erased members' included: every interval is widened for them. */
  tried: count,
  /** How many of them run, and how many were withdrawn. */
  running: count,
  withdrawn: count,
});

export type Leaderboard = z.infer<typeof leaderboardSchema>;

/** What a member published, oldest first, and under which name; null before they chose one. */
export const publisherSchema = z.object({
  name: z.nullable(z.string()),
  publications: z.array(publicationSchema),
});

export type Publisher = z.infer<typeof publisherSchema>;

/** `publishers/{uid}`; `pack` is where the leaderboard keeps a publication's state. */
export const publisherDocumentSchema = z.object({
  uid: z.string(),
  name: z.nullable(z.string()),
  /** The ids of the publications, to be found by. */
  ids: z.array(z.string()),
  publications: z.array(z.object({ ...publicationSchema.shape, pack: count })),
  updatedAt: firestoreTime,
});

/** `leaderboardPacks/{number}`: many publications with their states, all played equally far. */
export const leaderboardPackSchema = z.object({
  ...playedUntilSchema.shape,
  rows: z.array(
    z.object({ ...publicationSchema.shape, name: z.string(), state: paperStateSchema }),
  ),
});

export type LeaderboardPack = z.infer<typeof leaderboardPackSchema>;

/** `leaderboard/table`: the leaderboard as it is served, and how far it was played. */
export const leaderboardDocumentSchema = z.object({
  ...leaderboardSchema.shape,
  packs: count,
  /** All packs were played up to this slot at least. */
  slot: z.string(),
  /** Whether trades are open whose end is still to come. */
  open: z.boolean(),
  updatedAt: firestoreTime,
});

export type LeaderboardDocument = z.infer<typeof leaderboardDocumentSchema>;

type Ranked = Pick<LeaderboardRow, 'configuration' | 'standing' | 'publishedAt' | 'id'>;

/** The figures of a row, with intervals as wide as the best of `tried` rows needs them. */
export const figuresOfRow = (
  { configuration, standing }: Pick<Ranked, 'configuration' | 'standing'>,
  tried: number,
): PaperFigures => paperFigures(configuration, standing.tally, { ...standing, tried });

/**
 * What a row is ranked by: the least that a trade is worth by what it has shown, for each dollar of the first stake, so
 * that neither a lucky few trades nor a large stake lead. Null without trades.
 */
function worthOf(row: Ranked, tried: number): number | null {
  const { trades, range } = figuresOfRow(row, tried);
  return range && range.low / trades / Math.max(1, firstStakeOf(row.configuration));
}

/** The rows from the best to the worst, those without trades last, among equals the older first. */
export function ranked<Row extends Ranked>(rows: readonly Row[], tried: number): Row[] {
  const worth = new Map(rows.map((row) => [row.id, worthOf(row, tried) ?? -Infinity]));
  const of = ({ id }: Row) => worth.get(id) ?? -Infinity;
  return [...rows].sort((one, other) => {
    if (of(one) !== of(other)) return of(one) > of(other) ? -1 : 1;
    return one.publishedAt - other.publishedAt || (one.id < other.id ? -1 : 1);
  });
}
