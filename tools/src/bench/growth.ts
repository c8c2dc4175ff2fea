import { SLOT_MS, slotStart } from '@quantalgo/contracts';
import { runPublisher } from '@quantalgo/functions/platform/record/publish';
import { parseEnvironment } from '@quantalgo/functions/platform/core/environment';
import { openMarket } from '@quantalgo/functions/platform/market/openMarket';
import { settleDue } from '@quantalgo/functions/platform/record/settle';
import { linesWith } from '../suite/command';
import { onOwnSuite } from '../suite/suite';
import { functionParameters } from '../suite/environment';
import { type Offset, type Ports, portsAt } from '../suite/ports';
import { openServices } from '../suite/services';
import { operationsOf, type Operations } from './countOperations';
import { storeLongRecord } from './longRecord';
import { type Figure, type Section } from './section';

const SIZES = [1000, 10_000, 100_000] as const;
/** A fourth size, which takes the emulator minutes and gigabytes. */
const LARGEST = process.env['BENCH_MILLION'] === '1' ? [1_000_000] : [];
/** Slots that are published and settled: some before anything is counted, while the first calibrations are fitted. */
const UNCOUNTED = 12;
const COUNTED = 48;
const JOB_STARTS_AFTER_MS = 1000;
const DAY_MS = 24 * 60 * 60_000;

interface Cost {
  readonly publish: Operations;
  readonly settle: Operations;
}

const add = (sum: Operations, { reads, writes }: Operations) => {
  sum.reads += reads;
  sum.writes += writes;
};

/** What publishing and settling cost for each of the counted slots, on average, behind a record of so many entries. */
async function costBehind(ports: Ports, entries: number, from: number): Promise<Cost> {
  const project = `demo-bench-growth-${entries}`;
  const { database, close } = openServices(ports, project, project);
  const market = await openMarket(parseEnvironment(functionParameters(ports)));
  const publish = { reads: 0, writes: 0 };
  const settle = { reads: 0, writes: 0 };
  try {
    await storeLongRecord(database, entries, from);
    for (let index = 0; index < UNCOUNTED + COUNTED; index += 1) {
      const slot = from + index * SLOT_MS;
      const job = { market, clock: () => slot + JOB_STARTS_AFTER_MS };
      const published = await operationsOf(database, (own) => runPublisher(own, slot, job));
      const settled = await operationsOf(database, (own) => settleDue(own, job));
      if (index < UNCOUNTED) continue;
      add(publish, published);
      add(settle, settled);
    }
  } finally {
    await close();
  }
  const each = ({ reads, writes }: Operations) => ({
    reads: reads / COUNTED,
    writes: writes / COUNTED,
  });
  return { publish: each(publish), settle: each(settle) };
}

/** The figures of a record, which must be no more than those of the shortest. */
function figuresOf(entries: number, cost: Cost, shortest: Cost | undefined): Figure[] {
  const size = entries.toLocaleString('en-GB');
  return (['publish', 'settle'] as const).flatMap((job) =>
    (['reads', 'writes'] as const).map((kind): Figure => {
      const value = cost[job][kind];
      const limit = shortest?.[job][kind];
      const figure = { name: `${job}, ${size} entries`, value, unit: `${kind} a slot`, digits: 2 };
      if (limit === undefined) return figure;
      return { ...figure, atMost: limit, beside: `${(value / limit).toFixed(2)} × 1,000 entries` };
    }),
  );
}

async function measureOn(offset: Offset): Promise<Figure[]> {
  const { note } = linesWith('  growth: ');
  const ports = portsAt(offset);
  // The same slots behind each record: the simulated market is the same, and so is what is published.
  const from = slotStart(Date.now() - DAY_MS);
  const costs: [number, Cost][] = [];
  for (const entries of [...SIZES, ...LARGEST]) {
    note(`${entries} entries`);
    costs.push([entries, await costBehind(ports, entries, from)]);
  }
  const shortest = costs[0]?.[1];
  return costs.flatMap(([entries, cost], index) =>
    figuresOf(entries, cost, index === 0 ? undefined : shortest),
  );
}

/** Whether a long record costs more than a short one. */
export const growth: Section = {
  title: `Documents read and written for a slot as the ledger grows, average of ${COUNTED} slots; 1,000,000 entries too with BENCH_MILLION=1`,
  measure: (stopped) => onOwnSuite(stopped, measureOn, { site: false }),
};
