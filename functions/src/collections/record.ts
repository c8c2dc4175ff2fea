import { parseSlotId, slotIdSchema } from '@quantalgo/contracts/core/slots';
import { DAY_MS, firestoreTimeSchema, HOUR_MS } from '@quantalgo/contracts/core/time';
import { pairSchema } from '@quantalgo/contracts/market/pairs';
import { heartbeatSchema } from '@quantalgo/contracts/record/heartbeatDocument';
import { daySchema, ledgerEntrySchema } from '@quantalgo/contracts/record/ledger/entry';
import { performanceCountersSchema } from '@quantalgo/contracts/record/performance';
import { ladderRulesSchema } from '@quantalgo/contracts/signals/rules';
import { signalDocumentSchema, sourceSchema } from '@quantalgo/contracts/signals/signal';
import * as z from 'zod/mini';
import { SWITCH_OFF_CAUSES } from '../domain/signals/calibration/calibration';
import {
  BY_FAILED_RUN,
  type Collections,
  expiresAfter,
  MEMBERLESS,
  seenAfter,
  STAFF_BY_API,
} from './collection';
import { count, countsByClass } from './fields';
import { sha256Schema } from '@quantalgo/contracts/core/sha256Schema';

const slotFromId = z.pipe(slotIdSchema, z.transform(parseSlotId));

export const publicationsDocument = z.object({
  day: z.string(),
  published: z.int(),
  delays: countsByClass,
});

export const ledgerHeadDocument = z.object({
  ledgerId: z.string(),
  rules: ladderRulesSchema,
  seq: z.int(),
  hash: sha256Schema,
  at: firestoreTimeSchema,
  source: sourceSchema,
  lastSlot: z.nullable(slotFromId),
  closedFrom: z.nullable(slotFromId),
});

// `edge`: the incomplete tiles in base64, 32 bytes per hash, lowest level first.
export const logDocument = z.object({
  ledgerId: z.string(),
  size: count,
  edge: z.array(z.base64()),
  // Null until the log has all entries and a key signed it.
  checkpoint: z.nullable(z.string()),
  verifierKey: z.nullable(z.string()),
});

export const logTileDocument = z.object({
  ledgerId: z.string(),
  hashes: z.base64().check(z.length(10_924)),
});

export const stampDocument = z.object({
  day: daySchema,
  ledgerId: z.string(),
  seq: z.int(),
  hash: sha256Schema,
  authority: z.string(),
  genTime: firestoreTimeSchema,
  token: z.base64(),
});

export const checkpointStampDocument = z.object({
  slot: slotIdSchema,
  ledgerId: z.string(),
  origin: z.string(),
  size: z.int(),
  root: z.base64(),
  stamps: z.array(z.object({ authority: z.string(), genTime: firestoreTimeSchema })),
  // DER tokens of the stamps, in order.
  tokens: z.array(z.base64()),
});

export const missDocument = z.object({ slot: slotIdSchema, reason: z.string() });

const correctionDocument = z.object({ slot: slotIdSchema, ledgerSeq: z.int() });

export const progressDocument = z.object({
  doneUntil: firestoreTimeSchema,
  // Earlier days (UTC midnight) that some pairs are still to be corrected on.
  failedDays: z.optional(
    z.array(z.object({ day: firestoreTimeSchema, pairs: z.array(pairSchema) })),
  ),
});

export const watchDocument = z.object({
  // The first run. Anything that never arrived counts as late from then on.
  since: firestoreTimeSchema,
  at: firestoreTimeSchema,
  newestBackupAt: z.nullable(firestoreTimeSchema),
  alarms: z.array(z.string()),
});

// The close as first read, or as read again after a jump.
export const candleDocument = z.object({
  pair: pairSchema,
  slot: slotIdSchema,
  close: z.number(),
  source: sourceSchema,
  fetchedAt: firestoreTimeSchema,
  firstReadAt: firestoreTimeSchema,
  isDoubtful: z.boolean(),
});

export const chartDocument = z.object({
  candles: z.array(
    z.object({
      time: firestoreTimeSchema,
      open: z.number(),
      high: z.number(),
      low: z.number(),
      close: z.number(),
    }),
  ),
});

const curve = z.array(z.object({ from: z.number(), trials: count, rate: z.number() }));

const skill = z.object({
  forecasts: count,
  said: z.number(),
  seen: z.number(),
  brier: z.number(),
  brierSkill: z.object({ value: z.number(), low: z.number(), high: z.number() }),
  deviation: z.number(),
  designEffect: z.number(),
});

const daySums = { gapGap: z.number(), gapTrials: z.number(), trialsTrials: z.number() };

const resultTally = z.object({ trials: count, hits: count, expected: z.number(), ...daySums });

const gainTally = z.object({ trials: count, gain: z.number(), ...daySums });

const curves = { moves: curve, firstEntry: curve, withinLadder: curve };

export const calibrationDocument = z.object({
  strategyId: z.string(),
  strategyHash: sha256Schema,
  source: sourceSchema,
  rules: ladderRulesSchema,
  version: z.string(),
  fittedAt: firestoreTimeSchema,
  trials: count,
  trialsByPair: z.record(z.string(), count),
  curves: z.object(curves),
  curvesByPair: z.record(z.string(), z.object({ ...curves, moved: z.number() })),
  carriedFrom: z.optional(z.record(z.string(), firestoreTimeSchema)),
  designEffects: z.object({ moves: z.number(), firstEntry: z.number(), withinLadder: z.number() }),
  record: z.optional(
    z.object({
      until: firestoreTimeSchema,
      firstEntry: resultTally,
      later: resultTally,
      coin: resultTally,
      entryOdds: gainTally,
    }),
  ),
  model: z.optional(
    z.object({
      weights: z.array(z.number()),
      precision: z.array(z.number()),
      samples: count,
      until: firestoreTimeSchema,
    }),
  ),
  checkup: z.nullable(
    z.object({
      from: firestoreTimeSchema,
      firstEntry: skill,
      withinLadder: skill,
      reliability: z.array(z.object({ said: z.number(), seen: z.number(), trials: count })),
    }),
  ),
  switchedOff: z.nullable(
    z.object({
      since: firestoreTimeSchema,
      reason: z.string(),
      cause: z.enum(SWITCH_OFF_CAUSES),
    }),
  ),
});

const RECORDERS = 'publishSignal, settleSignals';
const RECORD_DEFAULTS = { ...MEMBERLESS, kept: 'always' } as const;

export const RECORD = {
  signals: {
    id: '{slot}',
    holds: 'a signal with its seal’s salt, then its settlement',
    schema: signalDocumentSchema,
    waiting: [
      {
        what: 'Settlement of a signal',
        where: ['settlement', null],
        since: 'createdAt',
        sweep: 'settleSignals',
        retryAfterMs: 0,
        staff: seenAfter(3 * HOUR_MS),
      },
    ],
    ...RECORD_DEFAULTS,
    writers: RECORDERS,
    queries: [
      'settlement',
      'seeded',
      'settlement.settledAt desc',
      'settlement, createdAt asc',
      'createdAt asc',
      'createdAt desc',
      'updatedAt asc',
      'audience, createdAt asc',
      'audience, createdAt desc',
      'audience, updatedAt asc',
    ],
    readers: 'by audience',
  },
  ledger: {
    id: '{seq}',
    holds: 'an entry in the public record, chained to the previous one by hash',
    schema: ledgerEntrySchema,
    waiting: 'none',
    ...RECORD_DEFAULTS,
    writers: `${RECORDERS}, correctRecord`,
    queries: ['slot', 'seq asc'],
    served: '`/ledger`',
  },
  ledgerHeads: {
    id: 'current',
    holds: 'the ledger’s head, and the rules in its genesis entry',
    schema: ledgerHeadDocument,
    waiting: 'none',
    ...RECORD_DEFAULTS,
    writers: `${RECORDERS}, correctRecord`,
    served: '`/ledger`',
  },
  logs: {
    id: 'current',
    holds: 'the right edge of the ledger’s Merkle log, and its newest checkpoint',
    schema: logDocument,
    waiting: [
      {
        what: 'Ledger entries missing from the log',
        since: 'size',
        sweep: 'settleSignals',
        retryAfterMs: 0,
        staff: BY_FAILED_RUN,
      },
    ],
    ...RECORD_DEFAULTS,
    unindexed: ['edge', 'checkpoint'],
    writers: `${RECORDERS}, correctRecord`,
    served: '`/ledger`',
  },
  logTiles: {
    id: '{level-index}',
    holds: 'a full tile of that log: 256 hashes',
    schema: logTileDocument,
    waiting: 'none',
    ...RECORD_DEFAULTS,
    unindexed: ['hashes'],
    writers: `${RECORDERS}, correctRecord`,
    served: '`/ledger`',
  },
  stats: {
    id: 'performance',
    holds: 'the record’s counters',
    schema: performanceCountersSchema,
    waiting: 'none',
    ...RECORD_DEFAULTS,
    writers: RECORDERS,
    readers: 'unlocked',
  },
  status: {
    id: 'heartbeat',
    holds: 'the newest slot’s outcome, the record’s counters, and each day’s inventory',
    schema: heartbeatSchema,
    waiting: 'none',
    ...RECORD_DEFAULTS,
    writers: RECORDERS,
    readers: 'unlocked',
  },
  misses: {
    id: '{slot}',
    holds: 'a missed slot and the reason',
    schema: missDocument,
    waiting: 'none',
    ...RECORD_DEFAULTS,
    queries: ['slot desc'],
    served: STAFF_BY_API,
    writers: 'publishSignal',
  },
  charts: {
    id: '{slot}',
    holds: 'the candles around a settled signal',
    schema: chartDocument,
    waiting: 'none',
    ...RECORD_DEFAULTS,
    served: 'via the API',
    writers: 'settleSignals',
  },
  corrections: {
    id: '{slot}',
    holds: 'a correction that was announced, so that it isn’t announced again',
    schema: correctionDocument,
    waiting: 'none',
    ...RECORD_DEFAULTS,
    writers: 'correctRecord',
  },
  progress: {
    id: '{job}',
    holds: 'a job’s progress',
    schema: progressDocument,
    waiting: [
      {
        what: 'Check of the record against revised candles',
        since: 'doneUntil',
        sweep: 'correctRecord',
        retryAfterMs: 0,
        staff: BY_FAILED_RUN,
      },
    ],
    ...RECORD_DEFAULTS,
    writers: 'correctRecord, settleSignals',
  },
  watch: {
    id: 'current',
    holds: 'when `watchService` last ran, and which alerts it raised',
    schema: watchDocument,
    waiting: 'none',
    ...RECORD_DEFAULTS,
    served: 'only the overall health, via `/api/health`',
    writers: 'watchService',
  },
  stamps: {
    id: '{day}',
    holds: 'the time-stamp of a day’s head',
    schema: stampDocument,
    waiting: 'none',
    ...RECORD_DEFAULTS,
    queries: ['day asc'],
    served: '`/ledger`',
    writers: 'stampHead',
  },
  checkpointStamps: {
    id: '{slot}',
    holds: 'the time-stamps of a slot’s last checkpoint',
    schema: checkpointStampDocument,
    waiting: 'none',
    ...RECORD_DEFAULTS,
    unindexed: ['root', 'stamps', 'tokens'],
    queries: ['slot asc'],
    served: '`/ledger`',
    writers: 'stampHead',
  },
  candles: {
    id: '{pair_slot}',
    holds: 'a closing price as first received',
    schema: candleDocument,
    waiting: 'none',
    ...MEMBERLESS,
    ...expiresAfter(30 * DAY_MS),
    writers: 'publishSignal, settleSignals',
  },
  calibrations: {
    id: '{id}',
    holds: 'a strategy’s score calibration, and the rules it was fitted under',
    schema: calibrationDocument,
    waiting: [
      {
        what: 'Refit of a strategy',
        since: 'fittedAt',
        sweep: 'refitCalibrations',
        retryAfterMs: 0,
        staff: 'System shows when each was fitted; if the run fails: alert `schedule-failures`',
      },
    ],
    ...RECORD_DEFAULTS,
    writers: 'refitCalibrations',
  },
  publications: {
    id: '{day}',
    holds: 'how long publishing took',
    schema: publicationsDocument,
    waiting: 'none',
    ...MEMBERLESS,
    ...expiresAfter(90 * DAY_MS),
    queries: ['day desc'],
    served: STAFF_BY_API,
    writers: 'publishSignal',
  },
} as const satisfies Collections;
