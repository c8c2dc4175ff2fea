import { openPublisher } from '../suite/publisher';
import { type Offset, portsAt } from '../suite/ports';
import { openServices } from '../suite/services';
import { onOwnSuite } from '../suite/suite';
import { percentile } from './percentile';
import { type Figure, type Section } from './section';

const SIGNALS = 100;
const P95_BELOW_MS = 3000;

/** How long (ms) each signal takes from its slot to its commit; the first, which finds nothing ready, is not counted. */
async function durationsOn(offset: Offset): Promise<number[]> {
  const ports = portsAt(offset);
  const { database, close } = openServices(ports, 'bench');
  try {
    const { publish, settle } = await openPublisher(database, ports);
    await publish();
    const durations: number[] = [];
    while (durations.length < SIGNALS) {
      const start = Date.now();
      const { committedAt } = await publish();
      durations.push(committedAt - start);
      await settle();
    }
    return durations;
  } finally {
    await close();
  }
}

const figuresOf = (durations: readonly number[]): Figure[] => [
  { name: 'p50', value: percentile(durations, 0.5), unit: 'ms' },
  { name: 'p95', value: percentile(durations, 0.95), unit: 'ms', below: P95_BELOW_MS },
  { name: 'most', value: percentile(durations, 1), unit: 'ms' },
];

/** How long the publisher takes where it is warm, its source's own answer not counted. */
export const publish: Section = {
  title: `From the start of a slot to the commit of its signal, ${SIGNALS} signals, warm`,
  measure: async (stopped) => figuresOf(await onOwnSuite(stopped, durationsOn)),
};
