import type { PaperSignal } from '@quantalgo/contracts/bots/results';
import { slotId } from '@quantalgo/contracts/core/slots';
import { findNoGoSlots, toRevealedSignals } from '@quantalgo/contracts/leaderboard/revealed';
import { parseLogOrigin } from '@quantalgo/contracts/record/log/checkpoint';
import { REVEAL_TIMEOUT_MS } from '@quantalgo/contracts/signals/signalEnd';
import { useEffect, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { serverNow, useAt } from '../core/clock';
import { fetchEntriesBackTo } from '../record/entries';
import { BUNDLE_SIZE, fetchCheckpoint } from '../record/log';
import { useStored, withDatabase } from '../storage/memberDatabase';

const PAPER_DAYS_ROW = 'paperDays';

const READ_INTERVAL_MS = 10 * 60_000;

const RETRY_INTERVAL_MS = 60_000;

/**
 * `seq`: the last ledger entry that was read. `text`: all signals in a single string, because
 * IndexedDB clones it faster.
 */
const rowSchema = z.object({
  ledgerId: z.string(),
  seq: z.int(),
  readAt: z.number(),
  text: z.string(),
  noGo: z.array(z.string()),
});

type Row = z.infer<typeof rowSchema>;

const closeSchema = z.object({ price: z.nullable(z.number()) });

const oddsSchema = z.object({ value: z.number(), low: z.number(), high: z.number() });

const signalsSchema = z.array(
  z.object({
    id: z.string(),
    pair: z.string(),
    direction: z.enum(['CALL', 'PUT']),
    firstEntry: oddsSchema,
    confidence: oddsSchema,
    ending: z.object({
      outcome: z.enum(['profit', 'loss', 'break-even']),
      level: z.nullable(z.int()),
      closes: z.array(closeSchema),
      isLate: z.exactOptional(z.literal(true)),
    }),
    entered: z.exactOptional(z.boolean()),
  }),
);

function parseSignals({ text }: Pick<Row, 'text'>): PaperSignal[] {
  try {
    return signalsSchema.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
}

/** Epoch ms; slots from `since` to `ends`. */
interface PaperSpan {
  readonly since: number;
  readonly ends: number;
}

/**
 * How long to keep reading the ledger after the last day, because late settlements (counted as
 * losses) may follow.
 */
const READ_GRACE_MS = 7 * REVEAL_TIMEOUT_MS;

const isDueAt = (now: number, readAt: number, ends: number): boolean =>
  now - readAt > READ_INTERVAL_MS && readAt <= ends + READ_GRACE_MS;

async function readRevealed(uid: string, { since, ends }: PaperSpan): Promise<void> {
  const stored = await withDatabase(uid, ({ meta }) => meta.get(PAPER_DAYS_ROW));
  const parsedRow = rowSchema.safeParse(stored).data;
  const { origin, size } = await fetchCheckpoint();
  const ledgerId = parseLogOrigin(origin);
  const previous = parsedRow?.ledgerId === ledgerId ? parsedRow : undefined;
  const firstBundle = previous ? Math.floor((previous.seq + 1) / BUNDLE_SIZE) : 0;
  const entries = await fetchEntriesBackTo(firstBundle, size, previous ? 0 : since);
  const [firstId, lastId] = [slotId(since), slotId(ends)];
  const noGo = [...new Set([...(previous?.noGo ?? []), ...findNoGoSlots(entries)])];
  const added = toRevealedSignals(entries, noGo).filter(({ id }) => id >= firstId && id <= lastId);
  const signalsById = new Map(
    [...(previous ? parseSignals(previous) : []), ...added].map((signal) => [signal.id, signal]),
  );
  const row: Row = {
    ledgerId,
    seq: entries.at(-1)?.seq ?? previous?.seq ?? -1,
    readAt: serverNow(),
    text: JSON.stringify([...signalsById.values()]),
    noGo: noGo.filter((slot) => slot >= firstId && slot <= lastId),
  };
  await withDatabase(uid, ({ meta }) => meta.put({ id: PAPER_DAYS_ROW, ...row }));
}

export interface RevealedSignals {
  readonly signals: readonly PaperSignal[];
  readonly readAt: number | null;
  readonly failed: boolean;
}

export function useRevealedSignals(
  uid: string,
  { since, ends }: PaperSpan,
): RevealedSignals | undefined {
  const row = useStored(
    async ({ meta }) => rowSchema.safeParse(await meta.get(PAPER_DAYS_ROW)).data ?? null,
  );
  const [failures, setFailures] = useState(0);
  const isDue = useAt((now) => row !== undefined && isDueAt(now, row?.readAt ?? 0, ends));
  useEffect(() => {
    if (!isDue) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const retry = () => setFailures((count) => count + 1);
    readRevealed(uid, { since, ends }).then(
      () => setFailures(0),
      () => {
        timer = setTimeout(retry, failures === 0 ? 0 : RETRY_INTERVAL_MS);
      },
    );
    return () => clearTimeout(timer);
  }, [uid, since, ends, isDue, failures]);
  const failed = failures > 0;
  return useMemo(
    () =>
      row === undefined
        ? undefined
        : { signals: row ? parseSignals(row) : [], readAt: row?.readAt ?? null, failed },
    [row, failed],
  );
}
