import { existsSync, readFileSync } from 'node:fs';
import { Refusal } from '../suite/command';
import { DOCUMENT, valueIn } from './document';
import { ASSUMED } from './money/assumptions';
import { costOf, ofHouse, ofMember, together, totalOf, type Counted } from './money/month';
import { PRICES } from './money/prices';
import { type Figure, type Section } from './section';

const SIZES = [1000, 100_000, 10_000_000] as const;
const THOUSAND = 1000;
const MILLION = 1_000_000;

/**
 * What the sections `operations` and `growth` counted, as the document keeps it.
 * @throws Refusal where they were not measured yet
 */
function countedIn(document: string): Counted {
  const figure = (section: string, name: string, unit: string) => {
    const value = valueIn(document, section, name, unit);
    if (value === null)
      throw new Refusal(`There is no "${name}" yet: npm run bench -- ${section} counts it.`);
    return value;
  };
  const read = (name: string) => figure('operations', name, 'reads');
  const ofSlot = (job: string) => ({
    reads: figure('growth', `${job}, 1,000 entries`, 'reads a slot'),
    writes: figure('growth', `${job}, 1,000 entries`, 'writes a slot'),
  });
  const comeBack = read('catch-up at a return');
  return {
    hour: read('listener, a return included') - comeBack,
    comeBack,
    pollingHour: read('polling, where no listener opens'),
    publish: ofSlot('publish'),
    settle: ofSlot('settle'),
  };
}

const size = (members: number) => members.toLocaleString('en-GB');

function figuresFor(members: number, counted: Counted): Figure[] {
  const used = together(members, ofMember(counted, ASSUMED), ofHouse(counted, ASSUMED));
  const cost = costOf(used, PRICES);
  const thousands = members / THOUSAND;
  const named = (name: string) => `${size(members)} members: ${name}`;
  const dollars = { unit: 'dollars', digits: 2 };
  const operation = (name: 'reads' | 'writes'): Figure => ({
    name: named(name),
    value: used[name] / thousands / MILLION,
    unit: 'million',
    digits: 3,
    beside: `${(cost[name] / thousands).toFixed(2)} dollars`,
  });
  const functionsCost = cost.invocations + cost.cpuSeconds + cost.gibSeconds;
  const sent = cost.egressGib + cost.hostingGb;
  return [
    operation('reads'),
    operation('writes'),
    { ...dollars, name: named('functions'), value: functionsCost / thousands },
    { ...dollars, name: named('what is sent'), value: sent / thousands },
    {
      ...dollars,
      name: named('all'),
      value: totalOf(cost) / thousands,
      beside: `${Math.round(totalOf(cost)).toLocaleString('en-GB')} dollars for all members`,
    },
  ];
}

/** What a month of rooms that poll, as specified and as ours do where no listener opens, would cost in reads. */
function ofPolling({ hour, pollingHour }: Counted): Figure {
  const hours = ASSUMED.activeDays * ASSUMED.hoursOpen;
  return {
    name: 'reads of rooms that poll, in place of listeners',
    value: THOUSAND * hours * pollingHour * PRICES.reads,
    unit: 'dollars',
    digits: 2,
    beside: `${(THOUSAND * hours * hour * PRICES.reads).toFixed(2)} dollars by listeners`,
  };
}

function measure(): Promise<Figure[]> {
  const counted = countedIn(existsSync(DOCUMENT) ? readFileSync(DOCUMENT, 'utf8') : '');
  const figures = SIZES.flatMap((members) => figuresFor(members, counted));
  return Promise.resolve([...figures, ofPolling(counted)]);
}

/** What Google bills for members and a month. */
export const money: Section = {
  title:
    'Billed for 1,000 members and a month, from the counts of operations and growth above; prices, assumptions and what changes with the size are in costs.md',
  measure,
};
