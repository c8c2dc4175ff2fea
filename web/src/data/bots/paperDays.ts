import type { PaperSignal } from '@quantalgo/contracts/bots/results';
import { slotId } from '@quantalgo/contracts/core/slots';
import { noGoSlots, revealedSignals } from '@quantalgo/contracts/leaderboard/revealed';
import { ledgerOfOrigin } from '@quantalgo/contracts/record/log/checkpoint';
import { REVEAL_WITHIN_MS } from '@quantalgo/contracts/signals/ended';
import { useEffect, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { serverNow, useAt } from '../core/clock';
import { entriesFrom } from '../record/entries';
import { BUNDLE_SIZE, readCheckpointNow } from '../record/log';
import { useStored, withDatabase } from '../storage/memberDatabase';

const ROW = 'paperDays';

/** The ledger is asked again this long (ms) after it was read: an open page costs little data. */
const AGAIN_MS = 10 * 60_000;

/** A reading that failed is tried again after this long (ms). */
const RETRY_MS = 60_000;

/**
 * What this device read of the public ledger: up to which entry, and the revealed signals as one text, which IndexedDB
 * clones at once.
 */
const rowSchema = z.object({
  ledgerId: z.string(),
  seq: z.int(),
  readAt: z.number(),
  text: z.string(),
  /** Slots of a "no go". */
  noGo: z.array(z.string()),
});

type Row = z.infer<typeof rowSchema>;

const closeSchema = z.object({ price: z.nullable(z.number()) });

const odds = z.object({ value: z.number(), low: z.number(), high: z.number() });

const signalsSchema = z.array(
  z.object({
    id: z.string(),
    pair: z.string(),
    direction: z.enum(['CALL', 'PUT']),
    firstEntry: odds,
    confidence: odds,
    ending: z.object({
      outcome: z.enum(['profit', 'loss', 'break-even']),
      level: z.nullable(z.int()),
      closes: z.array(closeSchema),
      isLate: z.exactOptional(z.literal(true)),
    }),
    entered: z.exactOptional(z.boolean()),
  }),
);

function signalsOf({ text }: Pick<Row, 'text'>): PaperSignal[] {
  try {
    return signalsSchema.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
}

/** The time (epoch ms) whose signals are read: of slots from `since` on, up to `ends`. */
interface PaperSpan {
  readonly since: number;
  readonly ends: number;
}

/** How long (ms) the ledger is still read after the last day, because late settlements (counted as losses) may follow. */
const READ_ON_MS = 7 * REVEAL_WITHIN_MS;

/** Whether the ledger is to be read again: not for ever after the end. */
const isDueAt = (now: number, readAt: number, ends: number): boolean =>
  now - readAt > AGAIN_MS && readAt <= ends + READ_ON_MS;

/**
 * Reads what the public ledger has revealed of a time since the device read it last.
 * @throws Error if it can't be fetched or stored
 */
async function readRevealed(uid: string, { since, ends }: PaperSpan): Promise<void> {
  const stored = await withDatabase(uid, ({ meta }) => meta.get(ROW));
  const before = rowSchema.safeParse(stored).data;
  const { origin, size } = await readCheckpointNow();
  const ledgerId = ledgerOfOrigin(origin);
  const known = before?.ledgerId === ledgerId ? before : undefined;
  const from = known ? Math.floor((known.seq + 1) / BUNDLE_SIZE) : 0;
  const entries = await entriesFrom(from, size, known ? 0 : since);
  const [first, last] = [slotId(since), slotId(ends)];
  const noGo = [...new Set([...(known?.noGo ?? []), ...noGoSlots(entries)])];
  const fresh = revealedSignals(entries, noGo).filter(({ id }) => id >= first && id <= last);
  const all = new Map([...(known ? signalsOf(known) : []), ...fresh].map((one) => [one.id, one]));
  const row: Row = {
    ledgerId,
    seq: entries.at(-1)?.seq ?? known?.seq ?? -1,
    readAt: serverNow(),
    text: JSON.stringify([...all.values()]),
    noGo: noGo.filter((slot) => slot >= first && slot <= last),
  };
  await withDatabase(uid, ({ meta }) => meta.put({ id: ROW, ...row }));
}

/** The revealed signals on this device, and how reading them goes. */
export interface Revealed {
  readonly signals: readonly PaperSignal[];
  /** When the ledger was read (epoch ms, server clock); null before the first time. */
  readonly readAt: number | null;
  readonly failed: boolean;
}

/**
 * What the public ledger has revealed of a time, as this device holds it; read on while the screen is open, every ten
 * minutes at most. Undefined while it is read from the device.
 */
export function useRevealed(uid: string, { since, ends }: PaperSpan): Revealed | undefined {
  const row = useStored(async ({ meta }) => rowSchema.safeParse(await meta.get(ROW)).data ?? null);
  const [failures, setFailures] = useState(0);
  const isDue = useAt((now) => row !== undefined && isDueAt(now, row?.readAt ?? 0, ends));
  useEffect(() => {
    if (!isDue) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = () => setFailures((before) => before + 1);
    readRevealed(uid, { since, ends }).then(
      () => setFailures(0),
      () => {
        timer = setTimeout(again, failures === 0 ? 0 : RETRY_MS);
      },
    );
    return () => clearTimeout(timer);
  }, [uid, since, ends, isDue, failures]);
  const failed = failures > 0;
  return useMemo(
    () =>
      row === undefined
        ? undefined
        : { signals: row ? signalsOf(row) : [], readAt: row?.readAt ?? null, failed },
    [row, failed],
  );
}
