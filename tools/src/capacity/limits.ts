import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { HASH_MS } from '@quantalgo/functions/domain/core/hashing';
import { shardsFor } from '@quantalgo/functions/domain/push/delivery';
import * as deployed from '@quantalgo/functions/platform/core/deployment';
import { ASSUMED } from './costs';

/* What each part carries as it is deployed, and what it has to be set to for more members. */

/** The busiest times, which nobody can count before there are members. */
export const PEAKS = {
  /** Of all members, in the minute after a signal. */
  openings: 0.05,
  callsPerOpening: 2,
  /** Sign-ups in half an hour, as a promotion brings them, for each member; their proofs come within three hours. */
  signUps: 0.01,
  signUpSeconds: 30 * 60,
  proofSeconds: 3 * 60 * 60,
  /** New members in a month, for each member. */
  growth: 0.1,
  /** How many times as many are in the room as on average. */
  room: 3,
  /** Cloud Run adds an instance where those it has are busier than this. */
  busy: 0.6,
} as const;

/** Seconds of work; those that no bench measured are assumed. */
export const WORK = {
  /** A call's processor time if it shares no read: `npm run bench -- api`. */
  call: 0.0025,
  /** A shard's limit in `npm run bench -- push`, and when the last device has to be notified. */
  shard: 3,
  pushWithin: 60,
  /** A hash, and what else a login costs the processor: `npm run bench -- login`. */
  login: (HASH_MS + 30) / 1000,
  inspection: 5,
  claims: 0.2,
  accountPage: 1,
  pack: 0.1,
  filePage: 0.15,
} as const;

const MEMBERS_PER_PAGE = 1000;
const FILES_PER_PAGE = 100;
const MAX_DEVICES_PER_PACK = 600;
/** Mails a second that are sent if `MAIL_PER_SECOND` isn't set. */
export const MAIL_PER_SECOND = 5;
/** Proofs that one of staff decides on a day, two minutes each. */
const PROOFS_A_DAY = 240;
/** Cloud Scheduler waits no longer for a job. */
const MAX_JOB_SECONDS = (30 * MINUTE_MS) / 1000;
/** Connections that Google says one Firestore database scales to. */
const MAX_LISTENERS = 1_000_000;

/** Packs that this many devices are in: a full one is split in sixteen. */
export function packsFor(devices: number): number {
  let packs = 16;
  while (devices / packs > MAX_DEVICES_PER_PACK) packs *= 16;
  return packs;
}

export interface Part {
  readonly name: string;
  /** Where it is set. */
  readonly setting: string;
  readonly unit: string;
  readonly deployed: number;
  /** What so many members take of it. */
  readonly load: (members: number) => number;
  readonly formula: string;
  /** The most that it can be set to, and what follows. */
  readonly most?: number;
  readonly change: string;
  /** Processors of the functions that have this many instances. */
  readonly vcpu?: number;
}

const toDevices = (members: number) => members * ASSUMED.deviceShare;
const signUpsASecond = (members: number) => (members * PEAKS.signUps) / PEAKS.signUpSeconds;

export const PARTS: readonly Part[] = [
  {
    name: 'notifications',
    setting: '`PUSH_TASK_OPTIONS.maxInstances`',
    unit: 'instances',
    deployed: deployed.PUSH_TASK_OPTIONS.maxInstances,
    load: (members) =>
      (shardsFor(toDevices(members)) * WORK.shard) /
      WORK.pushWithin /
      deployed.PUSH_TASK_OPTIONS.concurrency,
    formula: 'shards of 1,000 devices × 3 s ÷ 60 s ÷ 2 at a time',
    change: 'more instances',
    vcpu: deployed.PUSH_TASK_OPTIONS.cpu,
  },
  {
    name: 'the API',
    setting: '`API_OPTIONS.maxInstances`',
    unit: 'instances',
    deployed: deployed.API_OPTIONS.maxInstances,
    load: (members) =>
      (members * PEAKS.openings * PEAKS.callsPerOpening * WORK.call) / 60 / PEAKS.busy,
    formula: 'members × 0.05 openings × 2 calls ÷ 60 s × 0.0025 s ÷ 0.6',
    change: 'more instances, and warm ones',
    vcpu: 1,
  },
  {
    name: 'passwords',
    setting: '`PASSWORDS_OPTIONS.maxInstances`',
    unit: 'instances',
    deployed: deployed.PASSWORDS_OPTIONS.maxInstances,
    load: (members) => (2 * signUpsASecond(members) * WORK.login) / PEAKS.busy,
    formula: 'as many logins as sign-ups, each 0.28 s, ÷ 0.6',
    change: 'more instances',
    vcpu: 1,
  },
  {
    name: 'email',
    setting: '`MAIL_PER_SECOND`',
    unit: 'a second',
    deployed: MAIL_PER_SECOND,
    load: signUpsASecond,
    formula: 'members × 0.01 sign-ups ÷ 1,800 s',
    change: 'a provider that takes more',
  },
  {
    name: 'inspections',
    setting: '`INSPECTION_OPTIONS.maxInstances`',
    unit: 'instances',
    deployed: deployed.INSPECTION_OPTIONS.maxInstances,
    load: (members) => (members * PEAKS.signUps * WORK.inspection) / PEAKS.proofSeconds,
    formula: 'members × 0.01 proofs × 5 s ÷ 3 h',
    change: 'more instances',
    // Proofs, setups and pictures.
    vcpu: 3 * deployed.INSPECTION_OPTIONS.cpu,
  },
  {
    name: 'claims of accounts',
    setting: '`ACCOUNT_SYNC_OPTIONS.maxInstances`',
    unit: 'instances',
    deployed: deployed.ACCOUNT_SYNC_OPTIONS.maxInstances,
    load: (members) => 2 * signUpsASecond(members) * WORK.claims,
    formula: 'two changes a sign-up × 0.2 s',
    change: 'more instances; late claims hurt nobody, as rules and API read the record',
    vcpu: deployed.ACCOUNT_SYNC_OPTIONS.cpu,
  },
  {
    name: '`reconcileAccounts`',
    setting: '`ACCOUNT_RECONCILE_OPTIONS.timeoutSeconds`',
    unit: 's',
    deployed: deployed.ACCOUNT_RECONCILE_OPTIONS.timeoutSeconds,
    load: (members) =>
      (members / MEMBERS_PER_PAGE) * WORK.accountPage + packsFor(toDevices(members)) * WORK.pack,
    formula: '1 s for 1,000 members, 0.1 s for a pack of devices',
    most: MAX_JOB_SECONDS,
    change: 'more time; then accounts and packs as two jobs',
  },
  {
    name: '`removeOrphans`',
    setting: '`ORPHAN_REMOVAL_OPTIONS.timeoutSeconds`',
    unit: 's',
    deployed: deployed.ORPHAN_REMOVAL_OPTIONS.timeoutSeconds,
    load: (members) => ((members * ASSUMED.files) / FILES_PER_PAGE) * WORK.filePage,
    formula: 'two files a member, 0.15 s for 100',
    most: MAX_JOB_SECONDS,
    change: 'more time; then pages of 500 files (`AT_ONCE` in `orphans.ts`)',
  },
  {
    name: 'proofs decided by staff',
    setting: 'staff who decide proofs',
    unit: '',
    deployed: 1,
    load: (members) => (members * PEAKS.growth) / ASSUMED.monthDays / PROOFS_A_DAY,
    formula: 'members × 0.1 new ones a month ÷ 30.44 days ÷ 240 a day',
    change: 'import the broker’s list, so that a decision is a click; then more staff',
  },
  {
    name: 'open listeners',
    setting: 'listeners of one database',
    unit: '',
    deployed: MAX_LISTENERS,
    load: (members) =>
      (members * PEAKS.room * ASSUMED.activeDays * ASSUMED.roomHours) / ASSUMED.monthDays / 24,
    formula: 'members × 20 days × 2 h ÷ 30.44 days × 3',
    change: 'ask Google; then members spread over databases by id',
  },
];

/** What a part has to be set to: as deployed where that is enough. */
export const setFor = ({ deployed: least, load }: Part, members: number): number =>
  Math.max(least, Math.ceil(load(members)));

/** The most members that a part carries at this setting; found to within one. */
export function membersAt({ load }: Part, setting: number): number {
  let [enough, tooMany] = [0, 1e9];
  while (tooMany - enough > 1) {
    const middle = Math.floor((enough + tooMany) / 2);
    if (load(middle) <= setting) enough = middle;
    else tooMany = middle;
  }
  return enough;
}

/**
 * How much of its setting each part uses, the fullest first: above 1 it is too small.
 * @param before members that everything is set for
 */
export const usesAt = (members: number, before: number) =>
  PARTS.map((part) => ({ part, use: part.load(members) / setFor(part, before) })).sort(
    (one, other) => other.use - one.use,
  );

/** Processors that all functions may take beyond those that a new project has. */
export const extraVcpu = (members: number): number =>
  PARTS.reduce((sum, part) => sum + (setFor(part, members) - part.deployed) * (part.vcpu ?? 0), 0);
