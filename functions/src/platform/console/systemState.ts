import type { SystemState } from '@quantalgo/contracts/console/console';
import { SLOT_MS, slotId, parseSlotId } from '@quantalgo/contracts/core/slots';
import { DAY_MS, firestoreTimeSchema, toIso } from '@quantalgo/contracts/core/time';
import { pairSchema } from '@quantalgo/contracts/market/pairs';
import { directionSchema, type Source } from '@quantalgo/contracts/signals/signal';
import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { getRoundEnd } from '../../domain/countdown/rounds';
import { getP95 } from '../core/delayHistogram';
import {
  calibrationDocument,
  ledgerHeadDocument,
  missDocument,
  publicationsDocument,
} from '../../collections/record';
import { readHeartbeat } from '../record/heartbeat';
import { readCountdown } from '../countdown/countdown';
import { readOverdue } from './overdue';
import { parseDocument } from '../core/documents';
import { getDisabledNames, readFlags } from '../core/flags';
import { readShownCounts } from '../push/receipts';

const MAX_ENTRIES = 10;

async function readHeartbeatState(
  firestore: Firestore,
  now: number,
): Promise<SystemState['heartbeat']> {
  const beat = await readHeartbeat(firestore);
  if (!beat) return null;
  const { slot, state } = beat;
  const dueAt = parseSlotId(slot) + SLOT_MS;
  return { slot, state, at: toIso(beat.at), lagMs: Math.max(0, now - dueAt) };
}

const publicationSchema = z.object({
  pair: pairSchema,
  direction: directionSchema,
  publishedAt: firestoreTimeSchema,
});

async function readPublications(firestore: Firestore): Promise<SystemState['publications']> {
  const signals = firestore.collection('signals').orderBy('createdAt', 'desc').limit(MAX_ENTRIES);
  return (await signals.get()).docs.map((document) => {
    const { pair, direction, publishedAt } = parseDocument(publicationSchema, document);
    return { slot: document.id, pair, direction, at: toIso(publishedAt) };
  });
}

async function readMisses(firestore: Firestore): Promise<SystemState['misses']> {
  const misses = firestore.collection('misses').orderBy('slot', 'desc').limit(MAX_ENTRIES);
  return (await misses.get()).docs.map((document) => parseDocument(missDocument, document));
}

async function countMissesSince(firestore: Firestore, from: number): Promise<number> {
  const misses = firestore.collection('misses').where('slot', '>=', slotId(from));
  return (await misses.count().get()).data().count;
}

function getMarketState(
  heartbeat: SystemState['heartbeat'],
  misses: SystemState['misses'],
): SystemState['market'] {
  if (!heartbeat) return null;
  if (heartbeat.state !== 'missed')
    return { state: heartbeat.state === 'closed' ? 'closed' : 'open', problem: null };
  const miss = misses.find(({ slot }) => slot === heartbeat.slot);
  return { state: 'failing', problem: miss?.reason ?? null };
}

async function readDelays(firestore: Firestore): Promise<SystemState['delays']> {
  const days = firestore.collection('publications').orderBy('day', 'desc').limit(MAX_ENTRIES);
  return (await days.get()).docs.map((document) => {
    const { day, published, delays } = parseDocument(publicationsDocument, document);
    return { day, published, p95Ms: getP95(delays) };
  });
}

async function readPushDelays(firestore: Firestore): Promise<SystemState['pushDelays']> {
  const days = await readShownCounts(firestore, MAX_ENTRIES);
  return days.map(({ day, shown, delays }) => ({ day, shown, p95Ms: getP95(delays) }));
}

const calibrationSchema = z.pick(calibrationDocument, {
  strategyId: true,
  version: true,
  fittedAt: true,
  switchedOff: true,
});

async function readCalibrations(firestore: Firestore): Promise<SystemState['calibrations']> {
  const { docs } = await firestore.collection('calibrations').get();
  return docs.map((document) => {
    const calibration = parseDocument(calibrationSchema, document);
    const { switchedOff: switchOff } = calibration;
    const switchedOff = switchOff && { since: toIso(switchOff.since), reason: switchOff.reason };
    return { ...calibration, fittedAt: toIso(calibration.fittedAt), switchedOff };
  });
}

const headSchema = z.pick(ledgerHeadDocument, {
  ledgerId: true,
  seq: true,
  hash: true,
  at: true,
});

export async function readSystemState(
  firestore: Firestore,
  source: Source,
  now: number,
): Promise<SystemState> {
  const [headSnapshot, rounds, misses, heartbeat, flags] = await Promise.all([
    firestore.doc('ledgerHeads/current').get(),
    readCountdown(firestore),
    readMisses(firestore),
    readHeartbeatState(firestore, now),
    readFlags(firestore),
  ]);
  const [publications, missedLast24Hours, delays, pushDelays, calibrations, overdue] =
    await Promise.all([
      readPublications(firestore),
      countMissesSince(firestore, now - DAY_MS),
      readDelays(firestore),
      readPushDelays(firestore),
      readCalibrations(firestore),
      readOverdue(firestore, now),
    ]);
  const head = parseDocument(headSchema, headSnapshot);
  return {
    source,
    heartbeat,
    market: getMarketState(heartbeat, misses),
    publications,
    misses,
    missedLast24Hours,
    overdue,
    off: getDisabledNames(flags),
    delays,
    pushDelays,
    calibrations,
    ledger: head && { ...head, at: toIso(head.at) },
    countdown: { roundMs: rounds.roundMs, endsAt: toIso(getRoundEnd(rounds, now)) },
  };
}
