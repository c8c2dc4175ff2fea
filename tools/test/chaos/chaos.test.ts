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

/* Faults that the server meets, on a suite of their own: `npm run test:chaos -- server` starts one and runs them. */

/** Triggers mirror a fault's last changes within this time. */
const PATIENCE_MS = 20_000;
const seconds = Number(process.env['POLL_SECONDS'] ?? 120);
const offset = readOffset(process.env['PORT_OFFSET'], 3000);

let sink: MailSink;
beforeAll(async () => {
  sink = await startMailSink(getPorts(offset));
});
afterAll(() => sink.goDown());

/** Lets a fault happen, and reads afterwards whether anything was lost or doubled. */
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

// In this order: nothing after the last two needs what the database forgets by being restarted.
describe('the server lives through', () => {
  it('schedules that run twice, late and in parallel: one entry for the slot, one mail, one push for each device', () =>
    expectLivedThrough(openPlace, (place) =>
      runTwiceAndLate(
        place,
        SCHEDULES.map(({ name }) => name),
      ),
    ));

  it('a function killed in mid-request: trying again gives one account, one record, one change of access', () =>
    expectLivedThrough(openPlace, (place) => killInMidRequest(place, 6)));

  it('market data that is down for three slots: they are missed with a reason, and signals settled later on real closes', () =>
    expectLivedThrough(openPlace, (place) => takeMarketDown(place, 3)));

  it('a mail server that is down for a minute: mails wait in the outbox and come once', () =>
    expectLivedThrough(openPlace, (place) =>
      mailThrough(place, {
        begin: sink.goDown,
        end: sink.comeBack,
        ms: MINUTE_MS,
        problem: /ECONNREFUSED/,
      }),
    ));

  // Its accounts are none of its project's, and removed by itself.
  it('a thousand sign-ups in a minute, at five mails a second: each code arrives while it is valid, nobody keeps another out', async () => {
    const place = await openSeparatePlace(offset);
    try {
      console.log(await signUpWave(place, sink, 1000));
    } finally {
      await place.close();
    }
  });

  it('an inspection that never starts: staff see the proof by name, and the sweep inspects it once', () =>
    expectLivedThrough(openSeparatePlace, loseInspection));

  it('a mail server whose disk is full: mails are tried again and come once', () =>
    expectLivedThrough(openPlace, (place) =>
      mailThrough(place, {
        begin: () => sink.setFull(true),
        end: () => sink.setFull(false),
        ms: 0,
        problem: /452/,
      }),
    ));

  it('two thousand members who poll one instance: no error, all have the signal, memory does not grow', () =>
    expectLivedThrough(openSeparatePlace, (place) =>
      pollTogether(place, { members: 2000, seconds }),
    ));

  it('two hundred members who listen: each receives every signal and its heartbeat', () =>
    expectLivedThrough(openSeparatePlace, (place) =>
      listenTogether(place, { members: 200, signals: 5 }),
    ));

  it('a database that is restarted while signals are published and settled', () =>
    expectLivedThrough(openPlace, restartDatabase));

  it('a database that is lost, and restored from its backup: passwords hold, and the ledger goes on', () =>
    expectLivedThrough(openPlace, loseDatabase));
});
