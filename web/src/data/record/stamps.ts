import { DAY_MS } from '@quantalgo/contracts/core/time';
import { type Stamp, stampSchema } from '@quantalgo/contracts/record/ledger/entry';
import {
  type StampedCheckpoint,
  stampedCheckpointSchema,
} from '@quantalgo/contracts/record/log/stampedCheckpoint';
import type * as z from 'zod/mini';
import { LEDGER_TIMEOUT_MS } from './bundles';
import { fetchLogText } from './log';

/** `at`: epoch ms. `count`: 8 formats a day (`20261120`), 6 a month (`202611`). */
const formatDatePrefix = (at: number, count: number) =>
  new Date(at).toISOString().slice(0, 10).replaceAll('-', '').slice(0, count);

async function readLines<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
): Promise<z.output<Schema>[]> {
  const text = await fetchLogText(path, { timeoutMs: LEDGER_TIMEOUT_MS });
  const lines = text?.text.split('\n').filter(Boolean) ?? [];
  return lines.map((line) => schema.parse(JSON.parse(line)));
}

export async function downloadStamps(since: number): Promise<Stamp[]> {
  const months = new Set<string>();
  for (let at = since; at <= Date.now(); at += DAY_MS) months.add(formatDatePrefix(at, 6));
  months.add(formatDatePrefix(Date.now(), 6));
  const lists = await Promise.all(
    [...months].map((month) => readLines(`daily/${month}`, stampSchema)),
  );
  return lists.flat();
}

/** Includes today. Each day costs a request. */
export const STAMPED_DAYS = 7;

/** Midnight UTC (epoch ms) of the first stamped day. */
export const getStampedStart = (now: number): number =>
  (Math.floor(now / DAY_MS) - STAMPED_DAYS + 1) * DAY_MS;

export async function downloadStampedCheckpoints(now: number): Promise<StampedCheckpoint[]> {
  const start = getStampedStart(now);
  const days = Array.from({ length: STAMPED_DAYS }, (_, day) =>
    formatDatePrefix(start + day * DAY_MS, 8),
  );
  const lists = days.map((day) => readLines(`stamps/${day}`, stampedCheckpointSchema));
  return (await Promise.all(lists)).flat();
}
