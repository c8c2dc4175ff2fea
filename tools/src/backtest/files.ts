import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { type CandleFile, UnzonedFileError } from '@quantalgo/functions/platform/market/candleFile';
import { NATIVE_FORMAT } from '@quantalgo/functions/platform/market/candleFormats';
import { findCandleFiles } from '@quantalgo/functions/platform/market/candleFolder';
import { PairCandles } from '@quantalgo/functions/platform/market/pairCandles';
import type { NamedZone } from '@quantalgo/contracts/core/namedZones';
import { CommandError } from '../suite/command';
import type { CandleChunks } from './market';

export interface CandleSet {
  readonly pairs: readonly PairCandles[];
  /** Files whose name doesn't contain a pair. */
  readonly unnamed: readonly string[];
}

const toCommandError = (cause: unknown): CommandError =>
  new CommandError(`${cause instanceof Error ? cause.message : String(cause)}.`, { cause });

/** Rethrows the reader's errors as CommandErrors, because the user can fix the files. */
export async function* refuseUnreadable(rows: CandleChunks): CandleChunks {
  try {
    yield* rows;
  } catch (error) {
    throw toCommandError(error);
  }
}

/**
 * Finds the candle files in a folder.
 * @param zone for times without a UTC offset
 * @param command the command line without a zone, for the error message
 * @throws CommandError that says how to fix an unreadable file
 */
export async function openCandles(
  folder: string,
  zone: NamedZone | null,
  command: string,
): Promise<CandleSet> {
  const stats = await stat(folder).catch(() => null);
  if (!stats?.isDirectory()) throw new CommandError(`Folder not found: ${folder}.`);
  try {
    const { files, unnamed } = await findCandleFiles(folder);
    const pending = [...files].map(([pair, names]) =>
      PairCandles.open(
        pair,
        names.map((name) => join(folder, name)),
        zone,
      ),
    );
    return { pairs: await Promise.all(pending), unnamed };
  } catch (error) {
    if (!(error instanceof UnzonedFileError)) throw toCommandError(error);
    throw new CommandError(
      `${error.fact}. Pass the zone, usually ${error.likelyZone}:\n\n  ${command} --zone ${error.likelyZone}`,
      { cause: error },
    );
  }
}

const formatList = (items: readonly string[]): string => items.join(', ');

function describeClosed({ pair, closed, files }: PairCandles): string[] {
  const { count, moving } = closed;
  if (count === 0) return [];
  const rows = `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`;
  const isStated = files.every(({ zoneSource }) => zoneSource === 'rows');
  return [
    `${pair}: skipped ${rows} from times when the market is closed.`,
    ...(moving === 0 || isStated
      ? []
      : [
          `${pair}: prices move in ${moving.toLocaleString('en')} of them, so the times may be in a different zone. Set the zone with --zone.`,
        ]),
  ];
}

function describeFormat(
  pair: Pair,
  { layout: { format }, zone, zoneSource }: CandleFile,
): string[] {
  if (format === NATIVE_FORMAT) return [];
  const isStated = zoneSource === 'rows' || zoneSource === 'header';
  return [`${pair}: ${format.name}${isStated ? '' : `, its times read as ${zone.name}`}.`];
}

function describePair(candles: PairCandles, zone: NamedZone | null): string[] {
  const { pair, files } = candles;
  const [first] = files;
  if (!first) return [];
  const minutes = files.reduce((sum, file) => sum + file.minutes, 0);
  const isIgnored = zone !== null && ['rows', 'header'].includes(first.zoneSource);
  return [
    ...describeFormat(pair, first),
    ...(isIgnored ? [`${pair}: the file states its own zone, so --zone was not used.`] : []),
    ...(minutes === 0
      ? []
      : [
          `${pair}: ${minutes.toLocaleString('en')} one-minute rows were combined into five-minute candles.`,
        ]),
    ...describeClosed(candles),
  ];
}

export function describeFiles({ pairs, unnamed }: CandleSet, zone: NamedZone | null): string[] {
  const unzoned = pairs.filter(({ files }) =>
    files.some(({ zoneSource }) => zoneSource === 'assumed'),
  );
  return [
    ...(unzoned.length === 0
      ? []
      : [
          `The files for ${formatList(unzoned.map(({ pair }) => pair))} don't state a time zone, so their times were read as UTC.`,
        ]),
    ...pairs.flatMap((candles) => describePair(candles, zone)),
    ...(unnamed.length === 0
      ? []
      : [`Skipped, because the file name contains no pair: ${formatList(unnamed)}.`]),
  ];
}
