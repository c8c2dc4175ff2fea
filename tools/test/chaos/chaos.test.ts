import { MINUTE_MS, SCHEDULES } from '@quantalgo/contracts/core/time';
import type { Bucket } from '@quantalgo/functions/platform/core/firebase';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSuite, scanInvariants } from '../../src/suite/project';
import { type Offset, getPorts, readOffset } from '../../src/suite/ports';
import { loseDatabase, restartDatabase } from './databaseRestarted';
import { killInMidRequest } from './killed';
import { listenTogether } from './listeners';
import { loseInspection } from './lostInspection';
import { mailThrough, type MailSink, startMailSink } from './mail';
import { takeMarketDown } from './marketDown';
import { openPlace, openSeparatePlace, type Place } from './place';
import { pollTogether } from './pollers';
import { runTwiceAndLate } from './schedules';
import { signUpWave } from './signUpWave';

/* Server faults on a dedicated suite, which `npm run test:chaos -- server` starts. */

/** Triggers mirror a fault's last changes within this time. */
const PATIENCE_MS = 20_000;
const seconds = Number(process.env['POLL_SECONDS'] ?? 120);
const offset = readOffset(process.env['PORT_OFFSET'], 3000);

let sink: MailSink;
beforeAll(async () => {
  sink = await startMailSink(getPorts(offset));
});
afterAll(() => sink.goDown());

/** Causes a fault, then checks the invariants: nothing may be lost or duplicated. */
async function expectLivedThrough(
  open: (offset: Offset) => Promise<Place>,
  happen: (place: Place, bucket: Bucket) => Promise<string>,
): Promise<void> {
  const place = await open(offset);
  const suite = openSuite(place.ports);
  try {
    console.log(await happen(place, suite.bucket));
    const { auth, database } = place;
    const { failed, output } = await scanInvariants({ ...suite, auth, database }, PATIENCE_MS);
    expect(failed, `Lost or doubled:\n${output}`).toBe(0);
  } finally {
    await Promise.all([place.close(), suite.close()]);
  }
}

// The last two restart the database, which loses data that other tests need.
describe('server under faults', () => {
  it('creates no duplicate entries, mails or pushes if schedules run twice, late and in parallel', () =>
    expectLivedThrough(openPlace, (place) =>
      runTwiceAndLate(
        place,
        SCHEDULES.map(({ name }) => name),
      ),
    ));

  it('creates one account, record and access change if a function is killed and the request retried', () =>
    expectLivedThrough(openPlace, (place) => killInMidRequest(place, 6)));

  it('records misses without market data for three slots, and settles signals later on real closes', () =>
    expectLivedThrough(openPlace, (place) => takeMarketDown(place, 3)));

  it('keeps mails in the outbox while the mail server is down for a minute, and sends them once', () =>
    expectLivedThrough(openPlace, (place) =>
      mailThrough(place, {
        begin: sink.goDown,
        end: sink.comeBack,
        ms: MINUTE_MS,
        problem: /ECONNREFUSED/,
      }),
    ));

  // Its accounts are none of its project's, and removed by itself.
  it('sends valid codes to a thousand sign-ups in a minute, at five mails a second', async () => {
    const place = await openSeparatePlace(offset);
    try {
      console.log(await signUpWave(place, sink, 1000));
    } finally {
      await place.close();
    }
  });

  it('lists a proof for staff if its inspection never starts, and inspects it once', () =>
    expectLivedThrough(openSeparatePlace, loseInspection));

  it('retries mails while the mail server’s disk is full, and sends them once', () =>
    expectLivedThrough(openPlace, (place) =>
      mailThrough(place, {
        begin: () => sink.setFull(true),
        end: () => sink.setFull(false),
        ms: 0,
        problem: /452/,
      }),
    ));

  it('serves two thousand polling members from one instance without errors or memory growth', () =>
    expectLivedThrough(openSeparatePlace, (place) =>
      pollTogether(place, { members: 2000, seconds }),
    ));

  it('sends every signal and heartbeat to two hundred listening members', () =>
    expectLivedThrough(openSeparatePlace, (place) =>
      listenTogether(place, { members: 200, signals: 5 }),
    ));

  it('publishes and settles signals while the database restarts', () =>
    expectLivedThrough(openPlace, restartDatabase));

  it('keeps passwords and continues the ledger after the database is restored from a backup', () =>
    expectLivedThrough(openPlace, loseDatabase));
});
