import {
  differencesOf,
  envelopeSchema,
  figuresOfRow,
  LEDGER_PAGE_SIZE,
  ledgerEndpoints,
  leaderboardEndpoints,
  type LedgerEntry,
  moneyText,
  type PaperStanding,
  replayed,
  revealedSignals,
  soundEntries,
} from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { Refusal } from '../suite/command';

/** @throws Refusal with the site's words, or where it doesn't answer */
async function ask<S extends z.ZodMiniType>(
  site: string,
  path: string,
  schema: S,
): Promise<z.output<S>> {
  const reply = await fetch(new URL(path, site)).catch(() => null);
  const envelope = envelopeSchema.safeParse(await reply?.json().catch(() => null)).data;
  if (!envelope) throw new Refusal(`${site} does not answer ${path}.`);
  if (!envelope.success) throw new Refusal(envelope.error ?? `${path} was refused.`);
  return z.parse(schema, envelope.data);
}

/** All entries of a site's public ledger. */
async function ledgerOf(site: string): Promise<LedgerEntry[]> {
  const { ledgerHead, ledgerPage } = ledgerEndpoints;
  const { ledgerId, seq } = await ask(site, ledgerHead.path, ledgerHead.data);
  const entries: LedgerEntry[] = [];
  for (let page = 0; page * LEDGER_PAGE_SIZE <= seq; page += 1) {
    const path = ledgerPage.path.replace(':page', String(page));
    const query = new URLSearchParams({ ledger: ledgerId }).toString();
    entries.push(...soundEntries(await ask(site, `${path}?${query}`, ledgerPage.data)));
  }
  return entries;
}

/** A result in cents with its sign. */
const signed = (cents: number) => `${cents < 0 ? '-' : '+'}${moneyText(Math.abs(cents) / 100)}`;

const told = ({ tally, drawdown, signals, open }: PaperStanding): string =>
  `${tally.trades} trades of ${signals} signals, ${tally.won} won, ${signed(tally.profit)}, ` +
  `deepest fall ${moneyText(drawdown / 100)}, ${open} open`;

/**
 * Recomputes a published configuration from the public ledger, and compares it with the row that the site serves. That
 * the ledger itself is whole, `npm run verify-ledger` says.
 * @throws Refusal where the site doesn't answer, or has no such row
 */
export async function checkPublished(
  site: string,
  id: string,
): Promise<{ readonly lines: readonly string[]; readonly isSame: boolean }> {
  const { path, data } = leaderboardEndpoints.publicRow;
  const row = await ask(site, path.replace(':id', encodeURIComponent(id)), data);
  const own = replayed(row, revealedSignals(await ledgerOf(site)), row.standing);
  const differences = differencesOf(row.standing, own);
  const { range } = figuresOfRow(row, 1);
  const lines = [
    `Published ${new Date(row.publishedAt).toISOString()}, played up to ${row.standing.slot}.`,
    `The site says:    ${told(row.standing)}.`,
    `The ledger gives: ${told(own)}.`,
    range
      ? `On its own, such a play comes to ${signed(range.low)} … ${signed(range.high)} at 95 %.`
      : 'No trade has ended yet.',
    differences.length === 0
      ? 'The same, to the cent.'
      : `Not the same: ${differences.join(', ')}.`,
  ];
  return { lines, isSame: differences.length === 0 };
}
