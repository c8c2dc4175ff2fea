import { afterEach, expect, it } from 'vitest';
import { listenTogether } from '../chaos/listeners';
import { openSeparatePlace, type Place } from '../chaos/place';
import { pollTogether } from '../chaos/pollers';
import { runTwiceAndLate } from '../chaos/schedules';
import { readOffset } from '../../src/suite/ports';

/** Those that are run each slot, minute or quarter of an hour, and one of the hourly ones. */
const JOBS = [
  'publishSignal',
  'settleSignals',
  'retryMail',
  'resumePushes',
  'resumeDeletions',
  'expireRegistrations',
];

const offset = readOffset(process.env['PORT_OFFSET'], 1000);
let place: Place | undefined;

async function apart(): Promise<Place> {
  place = await openSeparatePlace(offset);
  return place;
}

afterEach(() => place?.close());

it('serves members who poll one instance at once, with new data and without errors', async () => {
  const report = await pollTogether(await apart(), { members: 30, seconds: 2 });
  expect(report).toContain('0 errors');
});

it('sends each signal to all listening members', async () => {
  const report = await listenTogether(await apart(), { members: 10, signals: 1 });
  expect(report).toContain('1 signals to 10 each');
});

it('does nothing twice if jobs run in parallel, repeatedly and late', async () => {
  expect(await runTwiceAndLate(await apart(), JOBS)).toContain('6 jobs, six times each');
});
