import { SCHEDULES } from '@quantalgo/contracts';
import { type Operations } from '../countOperations';
import { OF_A_PUSH, type Assumed } from './assumptions';
import { type Priced } from './prices';

/** What was counted: reads of the open room, and what a slot costs the jobs. */
export interface Counted {
  /** Documents read in an hour of the open Signal Room. */
  readonly hour: number;
  /** Documents read at a return to it. */
  readonly comeBack: number;
  /** Reads of the same hour where no listener opens and the room polls. */
  readonly pollingHour: number;
  readonly publish: Operations;
  readonly settle: Operations;
}

/** How much of each is used in a month. */
export type Usage = Readonly<Record<Priced, number>>;

const MONTH_MINUTES = 30 * 24 * 60;
const MONTH_SECONDS = MONTH_MINUTES * 60;
const GIB = 2 ** 30;
const GB = 1e9;
const DAYS = 30;

/** What one member uses in a month. */
export function ofMember(counted: Counted, assumed: Assumed): Usage {
  const { activeDays, hoursOpen, returns, calls } = assumed;
  const inRoom = activeDays * (hoursOpen * counted.hour + returns * counted.comeBack);
  const called = activeDays * calls;
  const pushes = DAYS * assumed.toldByPush * assumed.signalsTold;
  const seconds = called * assumed.secondsOfCall + pushes * assumed.secondsOfPush;
  const sent = inRoom * assumed.bytesOfDocument + called * assumed.bytesOfReply;
  return {
    reads: inRoom + called * assumed.readsOfCall + pushes * OF_A_PUSH.reads,
    writes: activeDays * assumed.writes + pushes * OF_A_PUSH.writes,
    deletes: assumed.deletes,
    invocations: called,
    cpuSeconds: seconds * assumed.cpus,
    gibSeconds: seconds * assumed.gib,
    egressGib: sent / GIB,
    hostingGb: assumed.hostingBytes / GB,
  };
}

/** What the house uses in a month whoever is there: its jobs, and the publisher's warm instance. */
export function ofHouse({ publish, settle }: Counted, assumed: Assumed): Usage {
  const runs = SCHEDULES.reduce((sum, { everyMinutes }) => sum + MONTH_MINUTES / everyMinutes, 0);
  const seconds = runs * assumed.secondsOfRun + MONTH_SECONDS;
  return {
    reads: assumed.slots * (publish.reads + settle.reads) + runs * assumed.readsOfIdleRun,
    writes: assumed.slots * (publish.writes + settle.writes),
    deletes: 0,
    invocations: runs,
    cpuSeconds: seconds * assumed.cpus,
    gibSeconds: seconds * assumed.gib,
    egressGib: 0,
    hostingGb: 0,
  };
}

/** The same for each thing that has a price. */
const forEach = (of: (name: Priced) => number): Usage => ({
  reads: of('reads'),
  writes: of('writes'),
  deletes: of('deletes'),
  invocations: of('invocations'),
  cpuSeconds: of('cpuSeconds'),
  gibSeconds: of('gibSeconds'),
  egressGib: of('egressGib'),
  hostingGb: of('hostingGb'),
});

/** What so many members and the house use together. */
export const together = (members: number, member: Usage, house: Usage): Usage =>
  forEach((name) => members * member[name] + house[name]);

/** What it costs in dollars, by what is used. */
export const costOf = (usage: Usage, prices: Usage): Usage =>
  forEach((name) => usage[name] * prices[name]);

/** All of it, in dollars. */
export const totalOf = (cost: Usage): number =>
  Object.values(cost).reduce((sum, dollars) => sum + dollars, 0);
