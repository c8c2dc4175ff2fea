import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { COUNTED, computeMonthlyBill, SIZES } from '../../src/capacity/costs';
import * as limits from '../../src/capacity/limits';
import { inRoot } from '../../src/system/root';
import { expectTables, toTable } from './madeTables';

const {
  countExtraVcpu,
  MAIL_PER_SECOND,
  findMaxMembers: membersAt,
  PARTS,
  getNeededSetting: setFor,
  rankUtilisation,
  WORK,
} = limits;
type Part = limits.Part;

const LIMITS = 'tools/src/capacity/limits.ts';

const toCount = (count: number) => count.toLocaleString('en', { maximumFractionDigits: 2 });
const toRound = (count: number) => toCount(Number(count.toPrecision(2)));
const heads = SIZES.map((members) => toCount(members));

function bottleneckTable(): string {
  const rows = SIZES.map((members, index) => {
    const before = SIZES[index - 1] ?? 0;
    const settings = before < 100_000 ? 'as deployed' : `as for ${toCount(before)}`;
    const [first, ...others] = rankUtilisation(members, before);
    if (!first || first.utilisation <= 1) {
      const nearest = `none; nearest: ${first?.part.name}, ${Math.ceil((first?.utilisation ?? 0) * 100)}%`;
      return [toCount(members), settings, nearest, '', 'nothing'];
    }
    const next = others.filter(({ utilisation }) => utilisation > 1).map(({ part }) => part.name);
    const times = toCount(Number(first.utilisation.toPrecision(2)));
    const capacity = before < 100_000 ? 'deployed capacity' : `capacity for ${toCount(before)}`;
    const verdict = `${first.part.name}: needs ${times} times the ${capacity}`;
    return [toCount(members), settings, verdict, next.join(', '), first.part.remedy];
  });
  return toTable(['members', 'settings', 'first bottleneck', 'next ones', 'what to change'], rows);
}

function toSetting(part: Part, members: number): string {
  const setting = setFor(part, members);
  if (part.max !== undefined && setting > part.max) return `more than ${toCount(part.max)}`;
  return setting === part.deployed ? '–' : toCount(setting);
}

function settingTable(): string {
  const rows = PARTS.map((part) => [
    part.unit === '' ? part.setting : `${part.setting}, ${part.unit}`,
    toCount(part.deployed),
    ...SIZES.map((members) => toSetting(part, members)),
  ]);
  const api = PARTS.find(({ name }) => name === 'the API');
  // From half an instance on, one that starts would keep somebody waiting in every busy minute.
  const warm = SIZES.map((members) => {
    const load = api?.load(members) ?? 0;
    return load < 0.5 ? '–' : toCount(Math.ceil(load));
  });
  const vcpu = SIZES.map((members) => {
    const extra = countExtraVcpu(members);
    return extra === 0 ? '–' : toCount(20 + Math.ceil(extra));
  });
  const budget = SIZES.map((members) => `$${toRound(2 * computeMonthlyBill(members).all)}`);
  return toTable(
    ['setting', 'deployed', ...heads],
    [
      ...rows,
      ['[warm instances](#warm-instances-of-the-api) of the API', '0', ...warm],
      ['quota of vCPU, `MAX_VCPU`', '20', ...vcpu],
      ['budget alert', '100 EUR', ...budget],
    ],
  );
}

function partTable(): string {
  const rows = PARTS.map((part) => [
    part.name,
    part.formula,
    toRound(membersAt(part, part.deployed)),
    part.remedy,
  ]);
  return toTable(['part', 'load', 'members, as deployed', 'remedy'], rows);
}

function operationTable(): string {
  const { roomHour, comeback, publish, settle, signalShard, outcomeShard } = COUNTED;
  const both = ({ reads, writes }: { readonly reads: number; readonly writes: number }) =>
    `${reads} reads, ${writes} writes`;
  const server = (path: string) => `\`npm test -- --only server tools/test/server/${path}\``;
  return toTable(
    ['per', 'operation', 'measured', 'command'],
    [
      [
        'a member',
        'an hour in the Signal Stream',
        `${roomHour} reads`,
        '`npm run bench -- operations`',
      ],
      ['', 'reopening the app', `${comeback} reads`, '`npm run bench -- operations`'],
      ['', 'a chat message', '1 read', '`npm run bench -- chat`'],
      ['', 'a login', `at most ${WORK.login * 1000} ms of CPU time`, '`npm run bench -- login`'],
      ['', 'an uncached call', `${WORK.call * 1000} ms of CPU time`, '`npm run bench -- api`'],
      ['a signal', 'publishing', both(publish), server('reads')],
      ['', 'settling', both(settle), server('reads')],
      ['', 'notifying 1,000 devices', `at most ${both(signalShard)}`, server('push')],
      ['', 'telling them the result', `at most ${both(outcomeShard)}`, server('push')],
      ['', 'time for 1,000 devices', `at most ${WORK.shard} s`, '`npm run bench -- push`'],
    ],
  );
}

it('lists the first bottleneck of each size and what to change', async () => {
  await expectTables('scale.md', {
    [`${LIMITS}: bottlenecks`]: bottleneckTable(),
    [`${LIMITS}: settings`]: settingTable(),
    [`${LIMITS}: operations`]: operationTable(),
    [`${LIMITS}: parts`]: partTable(),
  });
});

it('states how many members the deployed settings support', () => {
  const page = readFileSync(inRoot('docs', 'scale.md'), 'utf8');
  const fewest = Math.min(...PARTS.map((part) => membersAt(part, part.deployed)));
  expect(page).toContain(
    `Up to about ${toRound(fewest)} members, the deployed settings are enough.`,
  );
});

const BENCHMARKS = readFileSync(inRoot('docs', 'benchmarks.md'), 'utf8');
const findMeasured = (pattern: RegExp): number => Number(pattern.exec(BENCHMARKS)?.[1]);

it('assumes at least as much work as the benchmarks measured', () => {
  expect(findMeasured(/\| one shard of 1,000, 100 ms per call \| (\d+) ms/)).toBeLessThan(
    WORK.shard * 1000,
  );
  expect(findMeasured(/\| naive \|.*?(\d+) µs of CPU/)).toBeLessThan(WORK.call * 1.2e6);
  expect(findMeasured(/\| a login \| (\d+) ms/)).toBeLessThan(WORK.login * 1000);
  expect(findMeasured(/\| documents read per message and member \| ([\d.]+)/)).toBe(1);
});

it('assumes the default number of emails per second', () => {
  const environment = readFileSync(inRoot('functions/src/platform/core/environment.ts'), 'utf8');
  expect(environment).toMatch(
    new RegExp(`MAIL_PER_SECOND: z\\._default\\(.*, ${MAIL_PER_SECOND}\\)`),
  );
});
