import { slotId, parseSlotId } from '@quantalgo/contracts/core/slots';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import type { MarketState } from '@quantalgo/contracts/market/market';
import { findOpening } from '@quantalgo/contracts/market/marketHours';
import {
  type Heartbeat,
  heartbeatSchema,
  type Inventory,
} from '@quantalgo/contracts/record/heartbeatDocument';
import {
  listInventoryDays,
  buildInventory,
  addSignal,
  replaceSignal,
} from '@quantalgo/contracts/record/inventory';
import { performanceCountersSchema } from '@quantalgo/contracts/record/performance';
import {
  type Settlement,
  type Signal,
  signalDocumentSchema,
} from '@quantalgo/contracts/signals/signal';
import {
  type DocumentData,
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import type { IsOpen } from '../../domain/market/candles';
import type { Publication, SlotStep } from '../../domain/record/record';
import { parseDocument } from '../core/documents';
import type { Write } from './ledger';

export const HEARTBEAT_PATH = 'status/heartbeat';

export const readHeartbeat = async (database: Firestore): Promise<Heartbeat | null> =>
  parseDocument(heartbeatSchema, await database.doc(HEARTBEAT_PATH).get());

export interface HeartbeatContents {
  readonly figures: DocumentData | null;
  readonly inventory: Inventory;
  /** Null until an open market has been recorded. */
  readonly market: MarketState | null;
}

export function toHeartbeatWrite(
  slot: number,
  { state }: SlotStep,
  { isOpen, ...contents }: HeartbeatContents & { readonly isOpen: IsOpen },
): Write {
  const openingTime = state === 'closed' ? findOpening(isOpen, slot) : null;
  const opensAt = openingTime === null ? null : Timestamp.fromMillis(openingTime);
  const data = {
    slot: slotId(slot),
    state,
    at: FieldValue.serverTimestamp(),
    opensAt,
    ...contents,
  };
  return { path: HEARTBEAT_PATH, data, once: false };
}

/** Copy of `stats/performance` in stored form; undefined if invalid. */
export function parseFigures(beat: DocumentSnapshot): DocumentData | undefined {
  const isValid = performanceCountersSchema.safeParse(beat.get('figures')).success;
  return isValid ? z.record(z.string(), z.unknown()).parse(beat.get('figures')) : undefined;
}

/**
 * Skips invalid signals, because they must not block publication.
 * @param day UTC, such as `20261120`
 */
async function readDaySignals(
  database: Firestore,
  transaction: Transaction,
  day: string,
): Promise<Signal[]> {
  const from = parseSlotId(`${day}T0000Z`);
  const dayQuery = database
    .collection('signals')
    .where('createdAt', '>=', Timestamp.fromMillis(from))
    .where('createdAt', '<', Timestamp.fromMillis(from + DAY_MS))
    .orderBy('createdAt');
  const { docs } = await transaction.get(dayQuery);
  return docs.flatMap((document) => signalDocumentSchema.safeParse(document.data()).data ?? []);
}

export async function loadInventory(
  database: Firestore,
  transaction: Transaction,
  beat: DocumentSnapshot,
  slot: number,
): Promise<Inventory> {
  const storedInventory = heartbeatSchema.safeParse(beat.data()).data?.inventory ?? {};
  const counts = listInventoryDays(slot).map(async (day) => {
    const recount = async () =>
      buildInventory([day], await readDaySignals(database, transaction, day))[day] ?? {};
    return [day, storedInventory[day] ?? (await recount())] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

export const parseMarketState = (beat: DocumentSnapshot): MarketState | null =>
  heartbeatSchema.safeParse(beat.data()).data?.market ?? null;

export const addPublication = (inventory: Inventory, publication: Publication): Inventory =>
  addSignal(inventory, { ...publication, settlement: null });

export function updateHeartbeat(
  transaction: Transaction,
  beat: DocumentSnapshot,
  { signal, settlement }: { readonly signal: Signal; readonly settlement: Settlement },
  figures: DocumentData,
): void {
  const stored = heartbeatSchema.safeParse(beat.data()).data;
  if (!stored) return;
  const { inventory } = stored;
  const settledSignal = { ...signal, settlement };
  transaction.update(beat.ref, {
    figures,
    inventory: inventory && replaceSignal(inventory, signal, settledSignal),
  });
}
