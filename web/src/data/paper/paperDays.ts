import {
  ledgerEndpoints,
  LEDGER_PAGE_SIZE,
  type LedgerEntry,
  type PaperSignal,
  revealedSignals,
  slotId,
  soundEntries,
} from '@quantalgo/contracts';
import { useEffect, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { serverNow, useAt } from '../core/clock';
import { readPublic } from '../core/readPublic';
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
    }),
  }),
);

function signalsOf({ text }: Pick<Row, 'text'>): PaperSignal[] {
  try {
    return signalsSchema.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
}

/** A page of the ledger. @throws Error if it can't be fetched */
async function pageOf(ledgerId: string, page: number): Promise<LedgerEntry[]> {
  const path = ledgerEndpoints.ledgerPage.path.replace(':page', String(page));
  const query = new URLSearchParams({ ledger: ledgerId }).toString();
  const { data } = await readPublic({
    path: `${path}?${query}`,
    data: ledgerEndpoints.ledgerPage.data,
  });
  return soundEntries(data);
}

/** The pages that hold what came after `since` (epoch ms), the newest last; read backwards until one begins before. */
async function pagesSince(ledgerId: string, last: number, since: number): Promise<LedgerEntry[]> {
  const pages: LedgerEntry[][] = [];
  for (let page = last; page >= 0; page -= 1) {
    const entries = await pageOf(ledgerId, page);
    pages.unshift(entries);
    const [first] = entries;
    if (first && Date.parse(first.at) < since) break;
  }
  return pages.flat();
}

/**
 * Reads what the public ledger has revealed since the device read it last.
 * @param since epoch ms: signals of earlier slots are left out
 * @throws Error if it can't be fetched or stored
 */
async function readRevealed(uid: string, since: number): Promise<void> {
  const stored = await withDatabase(uid, ({ meta }) => meta.get(ROW));
  const before = rowSchema.safeParse(stored).data;
  const { data: head } = await readPublic(ledgerEndpoints.ledgerHead);
  const known = before?.ledgerId === head.ledgerId ? before : undefined;
  const last = Math.floor(head.seq / LEDGER_PAGE_SIZE);
  const entries: LedgerEntry[] = [];
  if (known) {
    const first = Math.floor((known.seq + 1) / LEDGER_PAGE_SIZE);
    for (let page = first; page <= last; page += 1)
      entries.push(...(await pageOf(head.ledgerId, page)));
  } else entries.push(...(await pagesSince(head.ledgerId, last, since)));
  const first = slotId(since);
  const fresh = revealedSignals(entries).filter(({ id }) => id >= first);
  const all = new Map([...(known ? signalsOf(known) : []), ...fresh].map((one) => [one.id, one]));
  const row: Row = {
    ledgerId: head.ledgerId,
    seq: Math.max(known?.seq ?? -1, ...entries.map(({ seq }) => seq)),
    readAt: serverNow(),
    text: JSON.stringify([...all.values()]),
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
 * What the public ledger has revealed since a time (epoch ms), as this device holds it; read on while the screen is open,
 * every ten minutes at most. Undefined while it is read from the device.
 */
export function useRevealed(uid: string, since: number): Revealed | undefined {
  const row = useStored(async ({ meta }) => rowSchema.safeParse(await meta.get(ROW)).data ?? null);
  const [failures, setFailures] = useState(0);
  const isDue = useAt((now) => row !== undefined && now - (row?.readAt ?? 0) > AGAIN_MS);
  useEffect(() => {
    if (!isDue) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = () => setFailures((before) => before + 1);
    readRevealed(uid, since).then(
      () => setFailures(0),
      () => {
        timer = setTimeout(again, failures === 0 ? 0 : RETRY_MS);
      },
    );
    return () => clearTimeout(timer);
  }, [uid, since, isDue, failures]);
  const failed = failures > 0;
  return useMemo(
    () =>
      row === undefined
        ? undefined
        : { signals: row ? signalsOf(row) : [], readAt: row?.readAt ?? null, failed },
    [row, failed],
  );
}
