import * as z from 'zod/mini';
import { countSchema } from '../core/countSchema';
import { nextSlotStart, SLOT_MS, parseSlotId } from '../core/slots';
import { type Configuration, configurationSchema } from '../bots/configuration';
import { foldPaper, advancePaperState } from '../bots/play';
import type { PaperSignal } from '../bots/results';
import { createPaperState, type PaperState, paperTallySchema } from '../bots/state';

/** Includes a member's withdrawn publications, because each one widens everybody's intervals. */
export const MAX_PUBLICATIONS = 30;

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

/**
 * Starts at the next slot, so that no earlier signal counts, and drops the bot's pauses. `now` in
 * epoch ms.
 */
export const toPublishedConfiguration = (
  configuration: Configuration,
  now: number,
): Configuration => ({
  ...configuration,
  pauses: [],
  since: nextSlotStart(now),
});

export function isSameConfiguration(a: Configuration, b: Configuration): boolean {
  const serializeRules = (configuration: Configuration) =>
    JSON.stringify(Object.entries(toPublishedConfiguration(configuration, 0)).sort());
  return serializeRules(a) === serializeRules(b);
}

export function foldPublished(
  { configuration, withdrawnAt }: Publication,
  previous: PaperState,
  signals: readonly PaperSignal[],
): PaperState {
  const eligibleSignals =
    withdrawnAt === null
      ? signals
      : signals.filter(({ id }) => parseSlotId(id) + SLOT_MS < withdrawnAt);
  return foldPaper(configuration, previous, eligibleSignals);
}

/** `state` must have all signals folded up to `playedUntil`. */
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
 * @param signals in any order; ignores unsettled ones and those after `playedUntil`
 */
export function replayPublication(
  publication: Publication,
  signals: readonly PaperSignal[],
  playedUntil: PlayedUntil,
): PaperResult {
  const replayableSignals = signals.filter(
    ({ id, ending }) => id <= playedUntil.slot && ending !== null,
  );
  const initialState = createPaperState(publication.configuration);
  const state = foldPublished(publication, initialState, replayableSignals);
  return toPaperResult(publication, state, playedUntil);
}

export function findDifferences(a: PaperResult, b: PaperResult): string[] {
  const comparisons = [
    ['trades', a.tally.trades, b.tally.trades],
    ['won', a.tally.won, b.tally.won],
    ['lost', a.tally.lost, b.tally.lost],
    ['profit', a.tally.profit, b.tally.profit],
    ['drawdown', a.drawdown, b.drawdown],
    ['signals', a.signals, b.signals],
    ['open trades', a.open, b.open],
  ] as const;
  return comparisons.flatMap(([name, left, right]) => (left === right ? [] : [name]));
}
