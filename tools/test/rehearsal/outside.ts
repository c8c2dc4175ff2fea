import { DEFAULT_PAIRS, SLOT_MS, slotStart } from '@quantalgo/contracts';
import { simulatedMarket } from '@quantalgo/functions/platform/market/simulated';
import { twelveDataMarket } from '@quantalgo/functions/platform/market/twelveData';
import { fakeTwelveData, KEY } from '../../../functions/test/platform/market/fakeTwelveData';

/* The world outside of an instance, where this machine has another. */

/** So long (ms) after its beginning a slot is published. */
const STARTED_MS = 1000;

/** So long ago (ms) the slot is at least: whatever hour it is, the publisher has stood still since. */
const AGO_MS = 30 * 60_000;

/** Twelve Data on this machine, with simulated prices, and a slot (epoch ms) in which its market was open. */
export async function startProvider() {
  const plan = { perMinute: 610, perDay: null };
  const real = twelveDataMarket({ url: '', key: KEY, pairs: DEFAULT_PAIRS, plan });
  let slot = slotStart(Date.now() - AGO_MS);
  while (!real.isOpen(slot)) slot -= SLOT_MS;
  const provider = await fakeTwelveData(simulatedMarket(DEFAULT_PAIRS), slot + STARTED_MS);
  const settings = {
    TWELVEDATA_URL: provider.url,
    TWELVEDATA_CREDITS_PER_MINUTE: String(plan.perMinute),
  };
  return { slot, settings, secrets: { TWELVEDATA_KEY: KEY }, provider };
}

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
