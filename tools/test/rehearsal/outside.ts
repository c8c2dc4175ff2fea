import { SLOT_MS, slotStart } from '@quantalgo/contracts/core/slots';
import { DEFAULT_PAIRS } from '@quantalgo/contracts/market/pairs';
import { simulatedMarket } from '@quantalgo/functions/platform/market/simulated';
import { twelveDataMarket } from '@quantalgo/functions/platform/market/twelveData';
import { fakeTwelveData, KEY } from '../../../functions/test/platform/market/fakeTwelveData';

/* The world outside of an instance, where this machine has another. */

/** So long (ms) after its beginning a slot is published. */
const STARTED_MS = 1000;

/** So long ago (ms) the slot is at least: whatever hour it is, the publisher has stood still since. */
const AGO_MS = 30 * 60_000;

const PLAN = { perMinute: 610, perDay: null };

/** When the market of our pairs trades, as the publisher sees it. */
export const { isOpen } = twelveDataMarket({ url: '', key: KEY, pairs: DEFAULT_PAIRS, plan: PLAN });

/**
 * Twelve Data on this machine, with simulated prices, and a slot (epoch ms) in which its market was open.
 * @param clock tells its time; without one it stands still in that slot
 */
export async function startProvider(clock?: FastClock) {
  let slot = slotStart(clock?.now() ?? Date.now() - AGO_MS);
  while (!isOpen(slot)) slot -= SLOT_MS;
  const provider = await fakeTwelveData(simulatedMarket(DEFAULT_PAIRS), slot + STARTED_MS);
  if (clock) Object.defineProperty(provider, 'now', { get: clock.now });
  const settings = {
    TWELVEDATA_URL: provider.url,
    TWELVEDATA_CREDITS_PER_MINUTE: String(PLAN.perMinute),
  };
  return { slot, settings, secrets: { TWELVEDATA_KEY: KEY }, provider };
}

/** A clock that starts in the past, where no token of the emulators has expired, and goes faster than this machine's. */
export function fastClock(from: number, speed: number) {
  let set = { at: from, since: Date.now() };
  let skipped = 0;
  const now = () => Math.floor(set.at + (Date.now() - set.since) * speed);
  return {
    speed,
    /** Epoch ms. */
    now,
    /** How much (ms) of {@link now} was never lived. */
    skipped: () => skipped,
    /** Processes that have its {@link code} from before have to be started anew. */
    jumpTo: (at: number) => {
      skipped += at - now();
      set = { at, since: Date.now() };
    },
    /** Code by which a process or a page goes by it. */
    code: () => `{
      const own = Date.now.bind(Date);
      Date.now = () => Math.floor(${set.at} + (own() - ${set.since}) * ${speed});
      const construct = (target, given, as) =>
        Reflect.construct(target, given.length === 0 ? [Date.now()] : given, as);
      globalThis.Date = Date.prototype.constructor = new Proxy(Date, { construct });
    }`,
  };
}
export type FastClock = ReturnType<typeof fastClock>;

/**
 * Code by which a process gives its calls of the database up by this machine's clock. By one that goes faster they would be
 * given up while the database still answers, and it would hold their locks. Comes before the {@link FastClock}'s.
 */
export const ownDeadlines = `
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

/** Code that counts what a process reads and writes in Firestore, as it is billed, in a file of a folder. */
export const metered = (folder: string): string => `
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

/** Code by which a function runs at the beginning of this slot: whenever it is rehearsed, there is a signal to publish. */
export const behind = (slot: number): string => `
  const now = Date.now;
  const late = now() - ${slot + STARTED_MS};
  Date.now = () => now() - late;`;

/** The push service of Chrome. */
export const PUSH_SERVICE = 'https://fcm.googleapis.com';

/** Code by which a push service on this machine stands in the place of a browser's own. */
export const towards = (service: string): string => `
  import http2 from 'node:http2';
  import { syncBuiltinESMExports } from 'node:module';
  const { connect } = http2;
  http2.connect = (origin, ...how) =>
    connect(String(origin).replace('${PUSH_SERVICE}', '${service}'), ...how);
  syncBuiltinESMExports();`;

/** Code by which a process runs this long (ms) after now, and finds a backup of this long before now. */
export const unattended = (later: number, backupAge: number): string => `
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

/** Code by which a process answers each call with an error, as a broken build does. */
export const broken = `
  import http from 'node:http';
  const { emit } = http.Server.prototype;
  http.Server.prototype.emit = function (event, ...given) {
    if (event !== 'request') return emit.call(this, event, ...given);
    given[1].writeHead(500, { 'content-type': 'text/plain' }).end('Internal Server Error');
    return true;
  };`;
