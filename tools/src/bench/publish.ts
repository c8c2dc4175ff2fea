import { openPublisher } from '../suite/scheduler';
import { onSuite, type OwnSuite } from './browser';
import { timesOf, type Section } from './section';

const SIGNALS = 100;
const P95_BELOW_MS = 3000;

/** How long (ms) each signal takes from its slot to its commit; the first, which finds nothing ready, is not counted. */
async function durationsOn({ database, ports }: OwnSuite): Promise<number[]> {
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
}

/** How long the publisher takes where it is warm, its source's own answer not counted. */
export const publish: Section = {
  title: `From the start of a slot to the commit of its signal, ${SIGNALS} signals, warm`,
  measure: async (stopped) => timesOf(await onSuite(stopped, durationsOn), P95_BELOW_MS),
};
