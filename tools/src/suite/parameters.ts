import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Refusal } from '../command/refusal';
import { inRoot } from '../system/root';
import { addressesOf } from './environment';
import { HOST } from './project';
import { type Ports } from './ports';
import { LOCAL_PUSH_KEYS } from './pushKeys';

/**
 * The functions' parameters on a local suite: market data from the candle files of CANDLES_DIR where it is set
 * (relative to the repository's root), simulated otherwise.
 * @throws Refusal when there is no such folder
 */
export function functionParameters(
  ports: Ports,
  candlesDir = process.env['CANDLES_DIR'],
): Record<string, string> {
  const shared = {
    SITE_URL: addressesOf(ports).site,
    DEMONSTRATION: 'true',
    VAPID_PUBLIC_KEY: LOCAL_PUSH_KEYS.publicKey,
  };
  if (candlesDir === undefined || candlesDir === '') return { MARKET_DATA: 'simulated', ...shared };
  const folder = resolve(inRoot(), candlesDir);
  if (!existsSync(folder)) throw new Refusal(`CANDLES_DIR: there is no folder ${folder}.`);
  return { MARKET_DATA: 'replay', CANDLES_DIR: folder, ...shared };
}

/** The functions' secrets on a local suite, where they keep nobody out. */
export const functionSecrets = (ports: Ports): Record<string, string> => ({
  SECRETS_KEY: 'a key for local suites, which guards nothing',
  TWELVEDATA_KEY: 'none: prices are not real on local suites',
  VAPID_PRIVATE_KEY: LOCAL_PUSH_KEYS.privateKey,
  SMTP_URL: `smtp://${HOST}:${ports.smtp}`,
});
