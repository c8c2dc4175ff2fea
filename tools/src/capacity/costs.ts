import { SCHEDULES, type ScheduleName } from '@quantalgo/contracts/core/time';
import { countShards } from '@quantalgo/functions/domain/push/delivery';

/* Google's monthly bill, computed from counted operations, assumed habits and list prices. */

export const SIZES = [1_000, 10_000, 100_000, 1_000_000] as const;

/** Billed operations. docs/costs.md names the command or test that counted each of them. */
export const COUNTED = {
  roomHour: 74,
  comeback: 21,
  pollingHour: 5400,
  publish: { reads: 19.83, writes: 12.42 },
  settle: { reads: 37.33, writes: 13.08 },
  /** Maximum per shard of 1,000 devices. `split` is the cost of splitting a push into shards. */
  signalShard: { reads: 50, writes: 50 },
  outcomeShard: { reads: 50, writes: 10 },
  split: { reads: 5, writes: 3, writesPerShard: 1 },
} as const;

export const ASSUMED = {
  activeDays: 20,
  roomHours: 2,
  returns: 6,
  calls: 10,
  readsPerCall: 3,
  secondsPerCall: 0.1,
  writes: 3,
  deviceShare: 0.5,
  pushes: 6,
  emails: 5,
  files: 2,
  fileBytes: 500_000,
  documentBytes: 2_000,
  replyBytes: 4_000,
  hostingBytes: 3_000_000,
  logBytesPerCall: 1_500,
  memberBytes: 100_000,
  slotBytes: 15_000,
  openDays: 21.7,
  monthDays: 30.44,
  /** Per scheduled run that finds nothing to do. */
  readsPerRun: 2,
  secondsPerRun: 1,
  vcpu: 1,
  memoryGib: 0.5,
} as const;

/** Daily backups stored at a time, if `BACKUP_WEEKS` is at its maximum. */
export const BACKUPS = 14 * 7;

/** Dollars per unit. docs/costs.md has the source and date of each price. */
export const PRICES = {
  read: 0.6e-6,
  write: 1.8e-6,
  invocation: 0.4e-6,
  vcpuSecond: 0.000024,
  memoryGibSecond: 0.0000025,
  sentGib: 0.12,
  hostingGb: 0.15,
  storedGib: 0.18,
  recoveryGib: 0.18,
  backupGib: 0.03,
  fileGb: 0.02,
  fileList: 5e-6,
  task: 0.4e-6,
  freeTasks: 1_000_000,
  logGib: 0.5,
  freeLogGib: 50,
  schedule: 0.1,
  freeSchedules: 3,
} as const;

/** Identity Platform's prices per active member, up to `to` members. */
export const LOGIN_STEPS = [
  { to: 49_999, price: 0 },
  { to: 99_999, price: 0.0055 },
  { to: 999_999, price: 0.0046 },
  { to: 9_999_999, price: 0.0032 },
  { to: Infinity, price: 0.0025 },
] as const;

const GIB = 2 ** 30;

/** Open-market slots per month. Each has a signal. */
export const SLOTS = Math.round((288 * ASSUMED.openDays) / 10) * 10;

/** Counts the runs of all schedules if none is named. */
export const countMonthlyRuns = (...names: ScheduleName[]): number =>
  SCHEDULES.filter(({ name }) => names.length === 0 || names.includes(name)).reduce(
    (sum, { everyMinutes }) => sum + (ASSUMED.monthDays * 24 * 60) / everyMinutes,
    0,
  );

/** Reads per member and month in the Signal Stream. */
export const ROOM_READS =
  ASSUMED.activeDays * (ASSUMED.roomHours * COUNTED.roomHour + ASSUMED.returns * COUNTED.comeback);

const CALLS = ASSUMED.activeDays * ASSUMED.calls;

/** Reads per member: record, credential, row in the list, files. */
const NIGHTLY_READS = 3 + ASSUMED.files;

/**
 * Reads per member and month, without pushes. A device is written on active days and compared each
 * night.
 */
export const MEMBER_READS =
  ROOM_READS +
  CALLS * ASSUMED.readsPerCall +
  ASSUMED.deviceShare * (ASSUMED.activeDays * 9 + 30 * 2) +
  ASSUMED.monthDays * NIGHTLY_READS;

export const MEMBER_WRITES =
  ASSUMED.activeDays * ASSUMED.writes + ASSUMED.deviceShare * ASSUMED.activeDays * 2;

/** Monthly operations that don't depend on the number of members. */
export const BASE_OPERATIONS = {
  reads:
    SLOTS * (COUNTED.publish.reads + COUNTED.settle.reads) +
    ASSUMED.readsPerRun * countMonthlyRuns() +
    12 * countMonthlyRuns('watchService') +
    countMonthlyRuns('resumeInspections', 'resumePushes') +
    2 * countMonthlyRuns('settleSignals'),
  writes: SLOTS * (COUNTED.publish.writes + COUNTED.settle.writes),
} as const;

export function countPushOperations(devices: number) {
  const shards = countShards(devices);
  const isSplit = shards > 1;
  const reads = isSplit ? COUNTED.split.reads : 0;
  const writes = isSplit ? COUNTED.split.writes + COUNTED.split.writesPerShard * shards : 0;
  const { signalShard, outcomeShard } = COUNTED;
  return {
    shards,
    signal: {
      reads: shards * signalShard.reads + reads,
      writes: shards * signalShard.writes + writes,
    },
    outcome: {
      reads: shards * outcomeShard.reads + reads,
      writes: shards * outcomeShard.writes + writes,
    },
  };
}

const billAccounts = (members: number): number =>
  LOGIN_STEPS.reduce((sum, { to, price }, index) => {
    const from = LOGIN_STEPS[index - 1]?.to ?? 0;
    return sum + Math.max(0, Math.min(members, to) - from) * price;
  }, 0);

const INSTANCE_SECOND =
  ASSUMED.vcpu * PRICES.vcpuSecond + ASSUMED.memoryGib * PRICES.memoryGibSecond;

/** Dollars per month for a site of this size, one year after its launch. */
export function computeMonthlyBill(members: number) {
  const push = countPushOperations(members * ASSUMED.deviceShare);
  const reads =
    members * MEMBER_READS +
    BASE_OPERATIONS.reads +
    SLOTS * (push.signal.reads + push.outcome.reads);
  const writes =
    members * MEMBER_WRITES +
    BASE_OPERATIONS.writes +
    SLOTS * (push.signal.writes + push.outcome.writes);
  const pushSeconds = ASSUMED.deviceShare * ASSUMED.pushes * ASSUMED.monthDays * 0.001;
  const seconds =
    members * (CALLS * ASSUMED.secondsPerCall + pushSeconds) +
    ASSUMED.secondsPerRun * countMonthlyRuns() +
    // The publisher keeps one instance warm.
    ASSUMED.monthDays * 24 * 60 * 60;
  const databaseGib = (members * ASSUMED.memberBytes + 12 * SLOTS * ASSUMED.slotBytes) / GIB;
  const files = members * ASSUMED.files;
  const tasks = 2 * (members * (ASSUMED.emails + ASSUMED.files / 12) + 2 * SLOTS * push.shards);
  const logGib = (members * CALLS * ASSUMED.logBytesPerCall) / GIB;
  const items = {
    reads: reads * PRICES.read,
    writes: writes * PRICES.write,
    functions:
      seconds * INSTANCE_SECOND + (members * CALLS + countMonthlyRuns()) * PRICES.invocation,
    sent:
      members *
      (((ROOM_READS * ASSUMED.documentBytes + CALLS * ASSUMED.replyBytes) / GIB) * PRICES.sentGib +
        (ASSUMED.hostingBytes / 1e9) * PRICES.hostingGb),
    accounts: billAccounts(members),
    database: databaseGib * PRICES.storedGib,
    recovery: databaseGib * PRICES.recoveryGib,
    backups: databaseGib * BACKUPS * PRICES.backupGib,
    files:
      ((files * ASSUMED.fileBytes) / 1e9) * PRICES.fileGb +
      // The files are listed each night in pages of a hundred.
      (files / 100) * ASSUMED.monthDays * PRICES.fileList,
    tasks: Math.max(0, tasks - PRICES.freeTasks) * PRICES.task,
    operation:
      Math.max(0, logGib - PRICES.freeLogGib) * PRICES.logGib +
      Math.max(0, SCHEDULES.length - PRICES.freeSchedules) * PRICES.schedule,
  };
  const all = Object.values(items).reduce((sum, cost) => sum + cost, 0);
  return { reads, writes, databaseGib, tasks, items, all };
}
