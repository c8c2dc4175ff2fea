import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as costs from '../../src/capacity/costs';
import { inRoot } from '../../src/system/root';
import { expectTables, toTable } from './madeTables';

const {
  ASSUMED,
  BACKUPS,
  COUNTED,
  BASE_OPERATIONS: HOUSE,
  PRICES,
  ROOM_READS,
  LOGIN_STEPS,
  SIZES,
} = costs;

const PAGE = readFileSync(inRoot('docs', 'costs.md'), 'utf8').replaceAll(/\s+/g, ' ');
const SOURCE = 'tools/src/capacity/costs.ts';

const toCount = (count: number) => count.toLocaleString('en', { maximumFractionDigits: 2 });
const toMillions = (count: number) =>
  `${Number((count / 1e6).toPrecision(3)).toLocaleString('en')} M`;
const toDollars = (dollars: number) =>
  `$${dollars < 100 ? dollars.toFixed(2) : Math.round(dollars).toLocaleString('en')}`;

function billTable(): string {
  const bills = SIZES.map((members) => ({ members, ...costs.computeMonthlyBill(members) }));
  type Bill = (typeof bills)[number];
  const row = (name: string, cell: (bill: Bill) => string) => [name, ...bills.map(cell)];
  const item = (name: string, key: keyof Bill['items']) =>
    row(name, ({ items }) => toDollars(items[key]));
  const stored = ({ databaseGib }: Bill) => `${databaseGib.toFixed(1)} GiB`;
  return toTable(
    ['a month with', ...SIZES.map((members) => `${toCount(members)} members`)],
    [
      row('reads', ({ reads, items }) => `${toMillions(reads)}, ${toDollars(items.reads)}`),
      row('writes', ({ writes, items }) => `${toMillions(writes)}, ${toDollars(items.writes)}`),
      item('functions', 'functions'),
      item('data transfer out', 'sent'),
      item('accounts (Identity Platform)', 'accounts'),
      row('database', (bill) => `${stored(bill)}, ${toDollars(bill.items.database)}`),
      item('point-in-time recovery', 'recovery'),
      item(`${BACKUPS} backups`, 'backups'),
      item('proof and setup files', 'files'),
      row('Cloud Tasks', ({ tasks, items }) => `${toMillions(tasks)}, ${toDollars(items.tasks)}`),
      item('logs and schedules', 'operation'),
      row('**all**', ({ all }) => `**${toDollars(all)}**`),
      row('per 1,000 members', ({ all, members }) => toDollars((all * 1000) / members)),
    ],
  );
}

function operationList(): string {
  const { roomHour, comeback } = COUNTED;
  const room = `20 × (2 × ${roomHour} + 6 × ${comeback}) = ${toCount(ROOM_READS)}`;
  const runs = toCount(Number(costs.countMonthlyRuns().toPrecision(3)));
  return [
    `- A member costs ${room} reads in the room, three per call, and five a night, because the nightly jobs read the record, the credential, the list position and two files. A notified device adds nine reads and two writes on active days, and two reads a night.`,
    `- The site itself uses ${toMillions(HOUSE.reads)} reads and ${toMillions(HOUSE.writes)} writes a month, for ${toCount(costs.SLOTS)} slots and about ${runs} job runs.`,
  ].join('\n');
}

function pushTable(): string {
  const rows = [1_000, 100_000, 1_000_000].map((devices) => {
    const { shards, signal } = costs.countPushOperations(devices);
    const dollars = signal.reads * PRICES.read + signal.writes * PRICES.write;
    return [...[devices, shards, signal.reads, signal.writes].map(toCount), dollars.toFixed(3)];
  });
  return toTable(['devices', 'shards', 'reads', 'writes', 'dollars a signal'], rows);
}

function assumptionTable(): string {
  const list = (...values: number[]) => values.map(toCount).join(', ');
  return toTable(
    ['assumption', 'value'],
    [
      ['days of a month on which a member opens the app', list(ASSUMED.activeDays)],
      ['hours the room is open on such a day', list(ASSUMED.roomHours)],
      ['reconnections on such a day, each with a catch-up', list(ASSUMED.returns)],
      ['API calls on such a day', list(ASSUMED.calls)],
      ['reads and seconds per call', list(ASSUMED.readsPerCall, ASSUMED.secondsPerCall)],
      ['documents written by a member’s actions on such a day', list(ASSUMED.writes)],
      ['notified devices per member, signals per day', list(ASSUMED.deviceShare, ASSUMED.pushes)],
      ['emails per member per month', list(ASSUMED.emails)],
      ['files per member, bytes per file', list(ASSUMED.files, ASSUMED.fileBytes)],
      [
        'bytes per delivered document, per API response, and from Hosting per month',
        list(ASSUMED.documentBytes, ASSUMED.replyBytes, ASSUMED.hostingBytes),
      ],
      [
        'bytes stored for a member and for a slot, indexes included',
        list(ASSUMED.memberBytes, ASSUMED.slotBytes),
      ],
      ['log bytes per call', list(ASSUMED.logBytesPerCall)],
      ['days of an open market, with 288 slots each', list(ASSUMED.openDays)],
      ['days of a month in which the jobs run', list(ASSUMED.monthDays)],
      [
        'reads and seconds of a scheduled run that has nothing to do',
        list(ASSUMED.readsPerRun, ASSUMED.secondsPerRun),
      ],
      ['vCPU and GiB of an instance', list(ASSUMED.vcpu, ASSUMED.memoryGib)],
    ],
  );
}

const BY_OTHERS = 'on third-party pages only';

function priceTable(): string {
  const per = (price: number, units: number) => String(Number((price * units).toPrecision(3)));
  const steps = LOGIN_STEPS.map(({ price }) => price).join(', ');
  const bounds = LOGIN_STEPS.slice(0, -1).map(({ to }) => toCount(to));
  return toTable(
    ['what', 'price', 'listed at', 'checked'],
    [
      [
        'Firestore reads, writes, per 100,000',
        `${per(PRICES.read, 1e5)}, ${per(PRICES.write, 1e5)}`,
        'cloud.google.com/firestore/pricing, in a multi-region',
        'an undated copy of the page, for the US multi-region',
      ],
      [
        'Firestore storage and point-in-time recovery, per GiB',
        `${PRICES.storedGib}, ${PRICES.recoveryGib}`,
        'the same',
        BY_OTHERS,
      ],
      [
        'Firestore backups, per GiB',
        String(PRICES.backupGib),
        'the same',
        'a bill of September 2026',
      ],
      [
        'invocations, per million',
        per(PRICES.invocation, 1e6),
        'firebase.google.com/pricing; cloud.google.com/run/pricing',
        BY_OTHERS,
      ],
      [
        'instance CPU and memory, per vCPU-second and GiB-second',
        `${PRICES.vcpuSecond}, ${PRICES.memoryGibSecond}`,
        'cloud.google.com/run/pricing, tier 1, request-based',
        'memory on third-party pages only; CPU not checked',
      ],
      [
        'data transfer out of Firestore and functions, per GiB',
        String(PRICES.sentGib),
        'cloud.google.com/vpc/network-pricing, premium tier, the first TiB',
        'not checked',
      ],
      [
        'Hosting data transfer, per GB',
        String(PRICES.hostingGb),
        'firebase.google.com/pricing',
        BY_OTHERS,
      ],
      [
        'monthly active members',
        steps,
        `cloud.google.com/identity-platform/pricing, tier 1, each up to ${bounds.join(', ')}, and beyond`,
        'a copy of the page, from 2021',
      ],
      [
        'file storage per GB, and list operations per thousand',
        `${PRICES.fileGb}, ${per(PRICES.fileList, 1000)}`,
        'cloud.google.com/storage/pricing, standard, one region',
        'a copy of September 2026; for us-central1',
      ],
      [
        'Cloud Tasks, per million operations after the first',
        per(PRICES.task, 1e6),
        'cloud.google.com/tasks/pricing',
        'a copy of the page',
      ],
      [
        'logs, per GiB after the first 50',
        String(PRICES.logGib),
        'cloud.google.com/stackdriver/pricing',
        'not checked',
      ],
      [
        'schedules, each after the first three',
        String(PRICES.schedule),
        'cloud.google.com/scheduler/pricing',
        'not checked',
      ],
    ],
  );
}

it('lists a site’s costs by size, with the assumptions and prices behind them', async () => {
  await expectTables('costs.md', {
    [`${SOURCE}: the bill`]: billTable(),
    [`${SOURCE}: operations`]: operationList(),
    [`${SOURCE}: push`]: pushTable(),
    [`${SOURCE}: what is assumed`]: assumptionTable(),
    [`${SOURCE}: prices`]: priceTable(),
  });
});

it('repeats the computed figures in its text', () => {
  const { roomHour, comeback, publish, settle } = COUNTED;
  for (const words of [
    `costs ${roomHour} reads, and ${comeback} for each reconnection`,
    `${publish.reads} reads and ${publish.writes} writes to publish`,
    `${settle.reads} reads and ${settle.writes} writes to settle`,
  ])
    expect(PAGE).toContain(words);
  const room = [COUNTED.pollingHour, roomHour].map((reads) =>
    (reads * ASSUMED.roomHours * ASSUMED.activeDays * 1000 * PRICES.read).toFixed(2),
  );
  expect(PAGE).toContain(`would cost $${room.join(' instead of $')}.`);
});

it('uses the room’s reads as measured by the benchmark, within a few', () => {
  const benchmarks = readFileSync(inRoot('docs', 'benchmarks.md'), 'utf8');
  const findMeasured = (row: string): number =>
    Number(new RegExp(`\\| ${row} \\| (\\d+) reads`).exec(benchmarks)?.[1]);
  const comeback = findMeasured('catch-up after a return');
  const hour = findMeasured('listener, including a return') - comeback;
  expect(Math.abs(COUNTED.comeback - comeback)).toBeLessThanOrEqual(2);
  expect(Math.abs(COUNTED.roomHour - hour)).toBeLessThanOrEqual(4);
  expect(COUNTED.pollingHour).toBe(findMeasured('polling, if no listener opens'));
});
