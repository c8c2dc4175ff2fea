import { slotStart } from '@quantalgo/contracts';
import { STRATEGIES } from '@quantalgo/functions/domain/strategies/registry';
import { contendersAt } from '@quantalgo/functions/platform/record/calibrations';
import { parseEnvironment } from '@quantalgo/functions/platform/core/environment';
import { openMarket } from '@quantalgo/functions/platform/market/openMarket';
import type { Write } from '@quantalgo/functions/platform/record/writes';
import { type Firestore } from 'firebase-admin/firestore';
import { Refusal } from '../command/refusal';
import { type EmulatorEnvironment } from '../suite/environment';
import { functionParameters } from '../suite/parameters';
import { type Ports } from '../suite/ports';
import { openServices } from '../suite/services';
import { historyStart, makeHistory } from './history';
import { seedPeople } from './people';

export interface SeedTarget {
  ports: Ports;
  env: EmulatorEnvironment;
  log: (line: string) => void;
}

const PROJECT_OF_EMULATORS = /^demo-/;

async function writeAll(database: Firestore, writes: readonly Write[]): Promise<void> {
  const writer = database.bulkWriter({ throttling: false });
  const done = writes.map(({ path, data, once }) =>
    once ? writer.create(database.doc(path), data) : writer.set(database.doc(path), data),
  );
  await Promise.all([...done, writer.close()]);
}

/** The market of the suite's functions, whose files whoever started the suite can mend. */
const marketOf = (ports: Ports) =>
  openMarket(parseEnvironment(functionParameters(ports))).catch((cause: unknown) => {
    throw new Refusal(`CANDLES_DIR: ${String(cause instanceof Error ? cause.message : cause)}.`);
  });

async function seedHistory(database: Firestore, ports: Ports, now: number): Promise<string> {
  const market = await marketOf(ports);
  const from = historyStart(market, slotStart(now));
  const contenders = await contendersAt(database, market, from, STRATEGIES);
  const { writes, settled } = await makeHistory(market, contenders, { from, now });
  await writeAll(database, writes);
  const signals = writes.filter(({ path }) => path.startsWith('signals/')).length;
  return `${signals} signals of the ${market.source} market, ${settled} settled.`;
}

/**
 * Fills a suite that has just started: the four accounts, and a day of published and settled signals.
 * @throws Error on anything but emulators
 */
export async function seed({ ports, env, log }: SeedTarget): Promise<void> {
  if (!PROJECT_OF_EMULATORS.test(env.GCLOUD_PROJECT))
    throw new Error(`Only emulators are seeded, not ${env.GCLOUD_PROJECT}`);
  const { auth, database, close } = openServices(ports, 'seed');
  try {
    const now = Date.now();
    await seedPeople({ auth, database }, now);
    log(await seedHistory(database, ports, now));
  } finally {
    await close();
  }
}
