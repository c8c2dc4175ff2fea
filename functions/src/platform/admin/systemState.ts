import {
  directionSchema,
  firestoreTime,
  heartbeatSchema,
  SLOT_MS,
  slotId,
  slotIdSchema,
  slotStartOfId,
  type Source,
  type SystemState,
} from '@quantalgo/contracts';
import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { roundEnd } from '../../domain/countdown';
import { readCountdown } from '../countdown/readCountdown';
import { parseDocument } from '../parseDocument';

const iso = (at: number) => new Date(at).toISOString();
const LATEST = 10;
const DAY_MS = 24 * 60 * 60_000;

async function heartbeatOf(firestore: Firestore, now: number): Promise<SystemState['heartbeat']> {
  const beat = parseDocument(heartbeatSchema, await firestore.doc('status/heartbeat').get());
  if (!beat) return null;
  const due = slotStartOfId(beat.slot) + SLOT_MS;
  return { ...beat, at: iso(beat.at), lagMs: Math.max(0, now - due) };
}

const publicationSchema = z.object({
  pair: z.string(),
  direction: directionSchema,
  publishedAt: firestoreTime,
});

async function publicationsOf(firestore: Firestore): Promise<SystemState['publications']> {
  const signals = firestore.collection('signals').orderBy('createdAt', 'desc').limit(LATEST);
  return (await signals.get()).docs.flatMap((document) => {
    const signal = parseDocument(publicationSchema, document);
    if (!signal) return [];
    return [
      {
        slot: document.id,
        pair: signal.pair,
        direction: signal.direction,
        at: iso(signal.publishedAt),
      },
    ];
  });
}

const missSchema = z.object({ slot: slotIdSchema, reason: z.string() });

async function missesOf(firestore: Firestore): Promise<SystemState['misses']> {
  const misses = firestore.collection('misses').orderBy('slot', 'desc').limit(LATEST);
  return (await misses.get()).docs.flatMap((document) => parseDocument(missSchema, document) ?? []);
}

/** Slots are named so that their names sort as their times do. */
async function missedSince(firestore: Firestore, from: number): Promise<number> {
  const misses = firestore.collection('misses').where('slot', '>=', slotId(from));
  return (await misses.count().get()).data().count;
}

/** What the newest slot says of the market: a miss names what failed. */
function marketOf(
  heartbeat: SystemState['heartbeat'],
  misses: SystemState['misses'],
): SystemState['market'] {
  if (!heartbeat) return null;
  if (heartbeat.state !== 'missed')
    return { state: heartbeat.state === 'closed' ? 'closed' : 'open', problem: null };
  const miss = misses.find(({ slot }) => slot === heartbeat.slot);
  return { state: 'failing', problem: miss?.reason ?? null };
}

const delaysSchema = z.object({
  day: z.string(),
  published: z.int(),
  delays: z.record(z.string(), z.int()),
});

/** The end (ms) of the class that the 95th of a hundred delays falls into; null where it is beyond the last, or none. */
function p95Of(delays: Readonly<Record<string, number>>): number | null {
  const classes = Object.entries(delays)
    .map(([name, count]) => ({ end: Number(name.replace(/^to/, '')), count }))
    .map(({ end, count }) => ({ end: Number.isNaN(end) ? Infinity : end, count }))
    .sort((a, b) => a.end - b.end);
  const all = classes.reduce((sum, { count }) => sum + count, 0);
  let counted = 0;
  for (const { end, count } of classes) {
    counted += count;
    if (counted >= all * 0.95) return end === Infinity ? null : end;
  }
  return null;
}

async function delaysOf(firestore: Firestore): Promise<SystemState['delays']> {
  const days = firestore.collection('publications').orderBy('day', 'desc').limit(LATEST);
  return (await days.get()).docs.flatMap((document) => {
    const day = parseDocument(delaysSchema, document);
    return day ? [{ day: day.day, published: day.published, p95Ms: p95Of(day.delays) }] : [];
  });
}

const calibrationSchema = z.object({
  strategyId: z.string(),
  version: z.string(),
  fittedAt: firestoreTime,
  switchedOff: z.nullable(z.object({ since: firestoreTime, reason: z.string() })),
});

async function calibrationsOf(firestore: Firestore): Promise<SystemState['calibrations']> {
  const { docs } = await firestore.collection('calibrations').get();
  return docs.flatMap((document) => {
    const one = parseDocument(calibrationSchema, document);
    if (!one) return [];
    const { switchedOff: off } = one;
    const switchedOff = off && { since: iso(off.since), reason: off.reason };
    return [{ ...one, fittedAt: iso(one.fittedAt), switchedOff }];
  });
}

const headSchema = z.object({
  ledgerId: z.string(),
  seq: z.int(),
  hash: z.string(),
  at: firestoreTime,
});

/** What runs, and how well, at `now` (epoch ms). */
export async function readSystem(
  firestore: Firestore,
  source: Source,
  now: number,
): Promise<SystemState> {
  const [heartbeat, publications, misses, missedInDay, delays, calibrations, stored, rounds] =
    await Promise.all([
      heartbeatOf(firestore, now),
      publicationsOf(firestore),
      missesOf(firestore),
      missedSince(firestore, now - DAY_MS),
      delaysOf(firestore),
      calibrationsOf(firestore),
      firestore.doc('ledgerHeads/current').get(),
      readCountdown(firestore),
    ]);
  const head = parseDocument(headSchema, stored);
  return {
    source,
    heartbeat,
    market: marketOf(heartbeat, misses),
    ...{ publications, misses, missedInDay, delays, calibrations },
    ledger: head && { ...head, at: iso(head.at) },
    countdown: { roundMs: rounds.roundMs, endsAt: iso(roundEnd(rounds, now)) },
  };
}
