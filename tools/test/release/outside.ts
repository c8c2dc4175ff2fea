import { SLOT_MS, slotStart } from '@quantalgo/contracts/core/slots';
import { DEFAULT_PAIRS } from '@quantalgo/contracts/market/pairs';
import { createSimulatedMarket } from '@quantalgo/functions/platform/market/simulated';
import { createTwelveDataMarket } from '@quantalgo/functions/platform/market/twelveData';
import { startFakeTwelveData, KEY } from '../../../functions/test/platform/market/fakeTwelveData';

/* Simulates the world outside of an instance. */

const PUBLISH_DELAY_MS = 1000;

/** The slot is at least this old, so that the publisher has been idle since. */
const MIN_AGE_MS = 30 * 60_000;

const PLAN = { perMinute: 610, perDay: null };

export const { isOpen } = createTwelveDataMarket({
  url: '',
  key: KEY,
  pairs: DEFAULT_PAIRS,
  plan: PLAN,
});

/**
 * A local Twelve Data with simulated prices, and a slot (epoch ms) in which its market was open.
 * @param clock without one, time stands still in that slot
 */
export async function startProvider(clock?: FastClock) {
  let slot = slotStart(clock?.now() ?? Date.now() - MIN_AGE_MS);
  while (!isOpen(slot)) slot -= SLOT_MS;
  const provider = await startFakeTwelveData(
    createSimulatedMarket(DEFAULT_PAIRS),
    slot + PUBLISH_DELAY_MS,
  );
  if (clock) Object.defineProperty(provider, 'now', { get: clock.now });
  const settings = {
    TWELVEDATA_URL: provider.url,
    TWELVEDATA_CREDITS_PER_MINUTE: String(PLAN.perMinute),
  };
  return { slot, settings, secrets: { TWELVEDATA_KEY: KEY }, provider };
}

/**
 * Starts in the past, where no emulator token has expired, and runs faster than this machine's
 * clock.
 */
export function createFastClock(from: number, speed: number) {
  let reference = { at: from, since: Date.now() };
  let skipped = 0;
  const now = () => Math.floor(reference.at + (Date.now() - reference.since) * speed);
  return {
    speed,
    now,
    /** Skipped part of {@link now}, in ms. */
    skipped: () => skipped,
    /** Processes with an earlier {@link code} must be restarted. */
    jumpTo: (at: number) => {
      skipped += at - now();
      reference = { at, since: Date.now() };
    },
    code: () => `{
      const own = Date.now.bind(Date);
      Date.now = () => Math.floor(${reference.at} + (own() - ${reference.since}) * ${speed});
      const construct = (target, given, as) =>
        Reflect.construct(target, given.length === 0 ? [Date.now()] : given, as);
      globalThis.Date = Date.prototype.constructor = new Proxy(Date, { construct });
    }`,
  };
}
export type FastClock = ReturnType<typeof createFastClock>;

/**
 * Makes a process time out its database calls by this machine's clock. By a faster one they would
 * time out while the database still answers, and it would hold their locks.
 * Comes before the {@link FastClock}'s code.
 */
export const MACHINE_DEADLINES_CODE = `
  import Module from 'node:module';
  const own = Date.now.bind(Date);
  globalThis.MachineDate = class extends Date {
    static now = own;
    constructor(...given) {
      super(...(given.length === 0 ? [own()] : given));
    }
  };
  const { _compile } = Module.prototype;
  Module.prototype._compile = function (code, file, ...more) {
    const isCaller = /node_modules.(@grpc|google-gax)./.test(file);
    const timed = isCaller ? "'use strict'; const Date = globalThis.MachineDate; " + code : code;
    return _compile.call(this, timed, file, ...more);
  };`;

/** Counts a process's billed Firestore reads and writes, in a file of a folder. */
export const buildMeterCode = (folder: string): string => `
  import { createRequire } from 'node:module';
  import { renameSync, writeFileSync } from 'node:fs';
  const admin = createRequire(process.cwd() + '/index.js').resolve('firebase-admin');
  const { Firestore } = createRequire(admin)('@google-cloud/firestore');
  const used = { reads: 0, writes: 0 };
  const { request, requestStream } = Firestore.prototype;
  Firestore.prototype.request = function (name, asked, ...more) {
    used.writes += asked.writes?.length ?? 0;
    return request.call(this, name, asked, ...more);
  };
  Firestore.prototype.requestStream = async function (...asked) {
    const stream = await requestStream.apply(this, asked);
    const { emit } = stream;
    let found = 0;
    stream.emit = function (event, one, ...more) {
      if (event === 'data' && (one.found || one.missing || one.document || one.result)) found += 1;
      if (event === 'end') used.reads += Math.max(1, found);
      return emit.call(this, event, one, ...more);
    };
    return stream;
  };
  // Whoever reads finds a whole file.
  setInterval(() => {
    writeFileSync('${folder}.' + process.pid, JSON.stringify(used));
    renameSync('${folder}.' + process.pid, '${folder}/' + process.pid);
  }, 500).unref();`;

/** Runs a function at this slot's start, so that there is always a signal to publish. */
export const buildSlotClockCode = (slot: number): string => `
  const now = Date.now;
  const late = now() - ${slot + PUBLISH_DELAY_MS};
  Date.now = () => now() - late;`;

export const PUSH_SERVICE = 'https://fcm.googleapis.com';

/** Redirects browsers' push services to a local one. */
export const buildPushRedirectCode = (service: string): string => `
  import http2 from 'node:http2';
  import { syncBuiltinESMExports } from 'node:module';
  const { connect } = http2;
  http2.connect = (origin, ...how) =>
    connect(String(origin).replace('${PUSH_SERVICE}', '${service}'), ...how);
  syncBuiltinESMExports();`;

/** Runs a process this long (ms) after now, with a backup from this long before now. */
export const buildFutureClockCode = (later: number, backupAge: number): string => `
  const now = Date.now;
  Date.now = () => now() + ${later};
  const snapshotTime = new Date(now() - ${backupAge}).toISOString();
  const backups = [{ database: 'projects/p/databases/(default)', state: 'READY', snapshotTime }];
  const answers = {
    'metadata.google.internal': { access_token: 'token' },
    'firestore.googleapis.com': { backups },
  };
  const { fetch } = globalThis;
  globalThis.fetch = async (url, ...how) => {
    const answer = answers[new URL(url).host];
    return answer ? Response.json(answer) : fetch(url, ...how);
  };`;

/** Answers each call with an error, like a broken build. */
export const BROKEN_SERVER_CODE = `
  import http from 'node:http';
  const { emit } = http.Server.prototype;
  http.Server.prototype.emit = function (event, ...given) {
    if (event !== 'request') return emit.call(this, event, ...given);
    given[1].writeHead(500, { 'content-type': 'text/plain' }).end('Internal Server Error');
    return true;
  };`;
