import * as z from 'zod/mini';
import { nextSlotStart, SLOT_MS, slotStartOfId } from '../core/slots';
import { type Configuration, configurationSchema } from '../bots/configuration';
import { foldPaper, paperStateAt } from '../bots/play';
import type { PaperSignal } from '../bots/results';
import { beginPaper, type PaperState, paperTallySchema } from '../bots/state';

/** How many configurations a member may ever publish: withdrawn ones stay counted, so their number is bounded. */
export const MAX_PUBLISHED = 30;

const time = z.int().check(z.gte(0));
const count = z.int().check(z.gte(0));

/** A published configuration, which is played as it was published. Times in epoch ms. */
export const publicationSchema = z.object({
  id: z.uuid(),
  configuration: configurationSchema,
  publishedAt: time,
  /** From when on it takes no signal; its open trades are still played to their end. Null while it runs. */
  withdrawnAt: z.nullable(time),
});

export type Publication = z.infer<typeof publicationSchema>;

/** How far something is played. */
export const playedUntilSchema = z.object({
  /** All settled signals up to this slot were played; empty before the first. */
  slot: z.string(),
  /** What ended by this time (epoch ms) counts. */
  until: time,
});

export type PlayedUntil = z.infer<typeof playedUntilSchema>;

/** How far a publication was played, and what it came to. Money in cents. */
export const paperResultSchema = z.object({
  ...playedUntilSchema.shape,
  tally: paperTallySchema,
  drawdown: count,
  signals: count,
  /** Trades that had not ended. */
  open: count,
});

export type PaperResult = z.infer<typeof paperResultSchema>;

/**
 * A configuration as it is published at `now` (epoch ms): from the next slot on, so that no signal of before counts, and
 * without the pauses of the bot that it comes from.
 */
export const publishedFrom = (configuration: Configuration, now: number): Configuration => ({
  ...configuration,
  pauses: [],
  since: nextSlotStart(now),
});

/** Whether two configurations play alike: their pauses and beginnings left out. */
export function playsAlike(one: Configuration, other: Configuration): boolean {
  const rules = (configuration: Configuration) =>
    JSON.stringify(Object.entries(publishedFrom(configuration, 0)).sort());
  return rules(one) === rules(other);
}

/** Folds settled signals into a publication; see {@link foldPaper}. What enters after its withdrawal is left out. */
export function foldPublished(
  { configuration, withdrawnAt }: Publication,
  before: PaperState,
  signals: readonly PaperSignal[],
): PaperState {
  const taken =
    withdrawnAt === null
      ? signals
      : signals.filter(({ id }) => slotStartOfId(id) + SLOT_MS < withdrawnAt);
  return foldPaper(configuration, before, taken);
}

/** What a publication came to, by its state with all signals folded up to `playedUntil`. */
export function paperResultOf(
  { configuration }: Publication,
  state: PaperState,
  { slot, until }: PlayedUntil,
): PaperResult {
  const { tally, drawdown, signals, open } = paperStateAt(configuration, state, until);
  return { slot, until, tally, drawdown, signals, open: open.length };
}

/**
 * Plays a publication anew from revealed signals, as far as somebody says that they played it.
 * @param signals in any order; those after `playedUntil`, and unsettled ones, are left out
 */
export function replayed(
  publication: Publication,
  signals: readonly PaperSignal[],
  playedUntil: PlayedUntil,
): PaperResult {
  const known = signals.filter(({ id, ending }) => id <= playedUntil.slot && ending !== null);
  const state = foldPublished(publication, beginPaper(publication.configuration), known);
  return paperResultOf(publication, state, playedUntil);
}

/** The figures in which two standings differ; none where they are the same to the cent. */
export function differencesOf(one: PaperResult, other: PaperResult): string[] {
  const pairs = [
    ['trades', one.tally.trades, other.tally.trades],
    ['won', one.tally.won, other.tally.won],
    ['lost', one.tally.lost, other.tally.lost],
    ['profit', one.tally.profit, other.tally.profit],
    ['drawdown', one.drawdown, other.drawdown],
    ['signals', one.signals, other.signals],
    ['open trades', one.open, other.open],
  ] as const;
  return pairs.flatMap(([name, left, right]) => (left === right ? [] : [name]));
}
