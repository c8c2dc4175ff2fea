import * as z from 'zod/mini';
import { countSchema } from '../core/countSchema';
import { nextSlotStart, SLOT_MS, parseSlotId } from '../core/slots';
import { type Configuration, configurationSchema } from '../bots/configuration';
import { foldPaper, advancePaperState } from '../bots/play';
import type { PaperSignal } from '../bots/results';
import { createPaperState, type PaperState, paperTallySchema } from '../bots/state';

/** Per member, ever: withdrawn ones count too, so that their number is bounded. */
export const MAX_PUBLISHED = 30;

const timeSchema = z.int().check(z.gte(0));
export const publicationSchema = z.object({
  id: z.uuid(),
  configuration: configurationSchema,
  publishedAt: timeSchema,
  withdrawnAt: z.nullable(timeSchema),
});

export type Publication = z.infer<typeof publicationSchema>;

export const playedUntilSchema = z.object({
  slot: z.string(),
  until: timeSchema,
});

export type PlayedUntil = z.infer<typeof playedUntilSchema>;

export const paperResultSchema = z.object({
  ...playedUntilSchema.shape,
  tally: paperTallySchema,
  drawdown: countSchema,
  signals: countSchema,
  open: countSchema,
});

export type PaperResult = z.infer<typeof paperResultSchema>;

/** From the next slot on, so that no earlier signal counts, and without the bot's pauses. `now` in epoch ms. */
export const toPublishedConfiguration = (
  configuration: Configuration,
  now: number,
): Configuration => ({
  ...configuration,
  pauses: [],
  since: nextSlotStart(now),
});

export function isSameConfiguration(one: Configuration, other: Configuration): boolean {
  const serializeRules = (configuration: Configuration) =>
    JSON.stringify(Object.entries(toPublishedConfiguration(configuration, 0)).sort());
  return serializeRules(one) === serializeRules(other);
}

export function foldPublished(
  { configuration, withdrawnAt }: Publication,
  before: PaperState,
  signals: readonly PaperSignal[],
): PaperState {
  const eligible =
    withdrawnAt === null
      ? signals
      : signals.filter(({ id }) => parseSlotId(id) + SLOT_MS < withdrawnAt);
  return foldPaper(configuration, before, eligible);
}

/** `state`: with all signals folded up to `playedUntil`. */
export function toPaperResult(
  { configuration }: Publication,
  state: PaperState,
  { slot, until }: PlayedUntil,
): PaperResult {
  const { tally, drawdown, signals, open } = advancePaperState(configuration, state, until);
  return { slot, until, tally, drawdown, signals, open: open.length };
}

/**
 * Recomputes a published result from revealed signals.
 * @param signals in any order; unsettled ones and those after `playedUntil` are left out
 */
export function replayPublication(
  publication: Publication,
  signals: readonly PaperSignal[],
  playedUntil: PlayedUntil,
): PaperResult {
  const replayable = signals.filter(({ id, ending }) => id <= playedUntil.slot && ending !== null);
  const state = foldPublished(publication, createPaperState(publication.configuration), replayable);
  return toPaperResult(publication, state, playedUntil);
}

export function findDifferences(one: PaperResult, other: PaperResult): string[] {
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
