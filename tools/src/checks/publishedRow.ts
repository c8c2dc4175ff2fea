import { envelopeSchema } from '@quantalgo/contracts/core/endpoint';
import { formatMoney } from '@quantalgo/contracts/core/format';
import { leaderboardEndpoints } from '@quantalgo/contracts/leaderboard/endpoints';
import { getRowFigures } from '@quantalgo/contracts/leaderboard/leaderboard';
import {
  findDifferences,
  type PaperResult,
  replayPublication,
} from '@quantalgo/contracts/leaderboard/published';
import { toRevealedSignals } from '@quantalgo/contracts/leaderboard/revealed';
import { type LedgerEntry, ledgerEntrySchema } from '@quantalgo/contracts/record/ledger/entry';
import { parseCheckpoint, parseSignedNote } from '@quantalgo/contracts/record/log/checkpoint';
import { decodeBundle } from '@quantalgo/contracts/record/log/entryBundle';
import { TILE_WIDTH, formatTilePath, getTileWidth } from '@quantalgo/contracts/record/log/tiles';
import * as z from 'zod/mini';
import { CommandError } from '../suite/command';

async function fetchData<S extends z.ZodMiniType>(
  site: string,
  path: string,
  schema: S,
): Promise<z.output<S>> {
  const reply = await fetch(new URL(path, site)).catch(() => null);
  const envelope = envelopeSchema.safeParse(await reply?.json().catch(() => null)).data;
  if (!envelope) throw new CommandError(`Could not load ${path} from ${site}.`);
  if (!envelope.success) throw new CommandError(envelope.error ?? `${path} was refused.`);
  return z.parse(schema, envelope.data);
}

async function fetchLogFile(site: string, path: string): Promise<Uint8Array> {
  const reply = await fetch(new URL(`/ledger/${path}`, site)).catch(() => null);
  if (!reply?.ok) throw new CommandError(`Could not load /ledger/${path} from ${site}.`);
  return new Uint8Array(await reply.arrayBuffer());
}

async function fetchLedger(site: string): Promise<LedgerEntry[]> {
  const decoder = new TextDecoder();
  const note = parseSignedNote(decoder.decode(await fetchLogFile(site, 'checkpoint')));
  const { size } = parseCheckpoint(note.text);
  const entries: LedgerEntry[] = [];
  for (let index = 0; index * TILE_WIDTH < size; index += 1) {
    const width = getTileWidth(size, { level: 'entries', index });
    const bundle = await fetchLogFile(
      site,
      `tile/${formatTilePath({ level: 'entries', index, width })}`,
    );
    for (const leaf of decodeBundle(bundle)) {
      const { data } = ledgerEntrySchema.safeParse(JSON.parse(decoder.decode(leaf)));
      if (data) entries.push(data);
    }
  }
  return entries;
}

const formatSigned = (cents: number) =>
  `${cents < 0 ? '-' : '+'}${formatMoney(Math.abs(cents) / 100)}`;

const describeResult = ({ tally, drawdown, signals, open }: PaperResult): string =>
  `${tally.trades} trades on ${signals} signals, ${tally.won} won, ${formatSigned(tally.profit)}, ` +
  `largest drop ${formatMoney(drawdown / 100)}, ${open} open`;

/**
 * Recomputes a published configuration from the public ledger and compares it with the site's row.
 * `npm run verify-ledger` checks the ledger itself.
 * @throws CommandError if the site doesn't respond or has no such row
 */
export async function checkPublished(
  site: string,
  id: string,
): Promise<{ readonly lines: readonly string[]; readonly isSame: boolean }> {
  const { path, data } = leaderboardEndpoints.publicRow;
  const row = await fetchData(site, path.replace(':id', encodeURIComponent(id)), data);
  const recomputed = replayPublication(
    row,
    toRevealedSignals(await fetchLedger(site)),
    row.standing,
  );
  const differences = findDifferences(row.standing, recomputed);
  const { range } = getRowFigures(row, 1);
  const lines = [
    `Published ${new Date(row.publishedAt).toISOString()}, played up to ${row.standing.slot}.`,
    `The site says:    ${describeResult(row.standing)}.`,
    `The ledger gives: ${describeResult(recomputed)}.`,
    range
      ? `The 95% interval of such a bot’s result is ${formatSigned(range.low)} … ${formatSigned(range.high)}.`
      : 'No trade has ended yet.',
    differences.length === 0
      ? 'The same, to the cent.'
      : `Not the same: ${differences.join(', ')}.`,
  ];
  return { lines, isSame: differences.length === 0 };
}
