import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { HASH_MS } from '@quantalgo/functions/domain/core/hashing';
import { countShards } from '@quantalgo/functions/domain/push/delivery';
import * as deployed from '@quantalgo/functions/platform/core/deployment';
import { ASSUMED } from './costs';

/* Capacity of each part as deployed, and the settings that more members need. */

export const PEAKS = {
  /** Share of members that open the app in the minute after a signal. */
  openings: 0.05,
  callsPerOpening: 2,
  /**
   * Sign-ups per member in the half hour after a promotion. Their proofs follow within three hours.
   */
  signUps: 0.01,
  signUpSeconds: 30 * 60,
  proofSeconds: 3 * 60 * 60,
  /** New members a month, per existing member. */
  growth: 0.1,
  /** Peak number of members in the room, relative to the average. */
  room: 3,
  /** Utilisation at which Cloud Run adds an instance. */
  targetUtilisation: 0.6,
} as const;

/** Seconds of work. Values without a benchmark are assumptions. */
export const WORK = {
  /** CPU time of a call that can't reuse another call's read, from `npm run bench -- api`. */
  call: 0.0025,
  /** `shard`: the limit in `npm run bench -- push`. `pushDeadline`: for the last device. */
  shard: 3,
  pushDeadline: 60,
  /** A hash and a login's other processor time, from `npm run bench -- login`. */
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
/** The default of the setting with the same name. */
export const MAIL_PER_SECOND = 5;
/** Per staff member, at two minutes per proof. */
const PROOFS_PER_DAY = 240;
/** Cloud Scheduler's time limit for a job. */
const MAX_JOB_SECONDS = (30 * MINUTE_MS) / 1000;
/** Google states that one Firestore database scales to this many connections. */
const MAX_LISTENERS = 1_000_000;

/** Full packs are split into sixteen. */
export function countPacks(devices: number): number {
  let packs = 16;
  while (devices / packs > MAX_DEVICES_PER_PACK) packs *= 16;
  return packs;
}

export interface Part {
  readonly name: string;
  readonly setting: string;
  readonly unit: string;
  readonly deployed: number;
  readonly load: (members: number) => number;
  readonly formula: string;
  readonly max?: number;
  readonly remedy: string;
  /** vCPU per instance, summed over all functions with this setting. */
  readonly vcpu?: number;
}

const estimateDevices = (members: number) => members * ASSUMED.deviceShare;
const getSignUpRate = (members: number) => (members * PEAKS.signUps) / PEAKS.signUpSeconds;

export const PARTS: readonly Part[] = [
  {
    name: 'notifications',
    setting: '`PUSH_TASK_OPTIONS.maxInstances`',
    unit: 'instances',
    deployed: deployed.PUSH_TASK_OPTIONS.maxInstances,
    load: (members) =>
      (countShards(estimateDevices(members)) * WORK.shard) /
      WORK.pushDeadline /
      deployed.PUSH_TASK_OPTIONS.concurrency,
    formula: 'shards of 1,000 devices × 3 s ÷ 60 s ÷ 2 at a time',
    remedy: 'more instances',
    vcpu: deployed.PUSH_TASK_OPTIONS.cpu,
  },
  {
    name: 'the API',
    setting: '`API_OPTIONS.maxInstances`',
    unit: 'instances',
    deployed: deployed.API_OPTIONS.maxInstances,
    load: (members) =>
      (members * PEAKS.openings * PEAKS.callsPerOpening * WORK.call) / 60 / PEAKS.targetUtilisation,
    formula: 'members × 0.05 openings × 2 calls ÷ 60 s × 0.0025 s ÷ 0.6',
    remedy: 'more instances, some of them kept warm',
    vcpu: 1,
  },
  {
    name: 'passwords',
    setting: '`PASSWORDS_OPTIONS.maxInstances`',
    unit: 'instances',
    deployed: deployed.PASSWORDS_OPTIONS.maxInstances,
    load: (members) => (2 * getSignUpRate(members) * WORK.login) / PEAKS.targetUtilisation,
    formula: 'as many logins as sign-ups, each 0.28 s, ÷ 0.6',
    remedy: 'more instances',
    vcpu: 1,
  },
  {
    name: 'email',
    setting: '`MAIL_PER_SECOND`',
    unit: 'a second',
    deployed: MAIL_PER_SECOND,
    load: getSignUpRate,
    formula: 'members × 0.01 sign-ups ÷ 1,800 s',
    remedy: 'a provider that accepts more',
  },
  {
    name: 'inspections',
    setting: '`INSPECTION_OPTIONS.maxInstances`',
    unit: 'instances',
    deployed: deployed.INSPECTION_OPTIONS.maxInstances,
    load: (members) => (members * PEAKS.signUps * WORK.inspection) / PEAKS.proofSeconds,
    formula: 'members × 0.01 proofs × 5 s ÷ 3 h',
    remedy: 'more instances',
    // One function each for proofs, setups and pictures.
    vcpu: 3 * deployed.INSPECTION_OPTIONS.cpu,
  },
  {
    name: 'account claims',
    setting: '`ACCOUNT_SYNC_OPTIONS.maxInstances`',
    unit: 'instances',
    deployed: deployed.ACCOUNT_SYNC_OPTIONS.maxInstances,
    load: (members) => 2 * getSignUpRate(members) * WORK.claims,
    formula: 'two changes a sign-up × 0.2 s',
    remedy: 'more instances; until then, newly unlocked members wait for access',
    vcpu: deployed.ACCOUNT_SYNC_OPTIONS.cpu,
  },
  {
    name: '`reconcileAccounts`',
    setting: '`ACCOUNT_RECONCILE_OPTIONS.timeoutSeconds`',
    unit: 's',
    deployed: deployed.ACCOUNT_RECONCILE_OPTIONS.timeoutSeconds,
    load: (members) =>
      (members / MEMBERS_PER_PAGE) * WORK.accountPage +
      countPacks(estimateDevices(members)) * WORK.pack,
    formula: '1 s for 1,000 members, 0.1 s for a pack of devices',
    max: MAX_JOB_SECONDS,
    remedy: 'more time; then separate jobs for accounts and packs',
  },
  {
    name: '`removeOrphans`',
    setting: '`ORPHAN_REMOVAL_OPTIONS.timeoutSeconds`',
    unit: 's',
    deployed: deployed.ORPHAN_REMOVAL_OPTIONS.timeoutSeconds,
    load: (members) => ((members * ASSUMED.files) / FILES_PER_PAGE) * WORK.filePage,
    formula: 'two files a member, 0.15 s for 100',
    max: MAX_JOB_SECONDS,
    remedy: 'more time; then pages of 500 files (`PAGE_SIZE` in `orphans.ts`)',
  },
  {
    name: 'proofs decided by staff',
    setting: 'staff who decide proofs',
    unit: '',
    deployed: 1,
    load: (members) => (members * PEAKS.growth) / ASSUMED.monthDays / PROOFS_PER_DAY,
    formula: 'members × 0.1 new ones a month ÷ 30.44 days ÷ 240 a day',
    remedy: 'import the broker’s list, so that a decision takes one click; then more staff',
  },
  {
    name: 'open listeners',
    setting: 'listeners of one database',
    unit: '',
    deployed: MAX_LISTENERS,
    load: (members) =>
      (members * PEAKS.room * ASSUMED.activeDays * ASSUMED.roomHours) / ASSUMED.monthDays / 24,
    formula: 'members × 20 days × 2 h ÷ 30.44 days ÷ 24 h × 3',
    remedy: 'ask Google for more; then spread members over several databases by id',
  },
];

/** Returns the deployed setting if it suffices. */
export const getNeededSetting = (part: Part, members: number): number =>
  Math.max(part.deployed, Math.ceil(part.load(members)));

export function findMaxMembers({ load }: Part, setting: number): number {
  let [enough, tooMany] = [0, 1e9];
  while (tooMany - enough > 1) {
    const middle = Math.floor((enough + tooMany) / 2);
    if (load(middle) <= setting) enough = middle;
    else tooMany = middle;
  }
  return enough;
}

/**
 * Ranks the parts by the share of their setting that is used, highest first. Above 1, a setting is
 * too small.
 * @param configuredFor member count that the settings were sized for
 */
export const rankUtilisation = (members: number, configuredFor: number) =>
  PARTS.map((part) => ({
    part,
    utilisation: part.load(members) / getNeededSetting(part, configuredFor),
  })).sort((a, b) => b.utilisation - a.utilisation);

/** vCPU of all functions beyond a new project's quota. */
export const countExtraVcpu = (members: number): number =>
  PARTS.reduce(
    (sum, part) => sum + (getNeededSetting(part, members) - part.deployed) * (part.vcpu ?? 0),
    0,
  );
