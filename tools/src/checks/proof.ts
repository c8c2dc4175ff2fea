import { add, type CheckResult, NOTHING } from './checks';

/**
 * What shows the product whole, the quickest first, with the words after `npm`. `npm test` has the attacks and reads the
 * invariants of what its journeys left.
 */
export const PARTS: Readonly<Record<string, readonly string[]>> = {
  house: ['run', 'house'],
  'deploy:check': ['run', 'deploy:check'],
  licences: ['run', 'licences'],
  test: ['test'],
  attacks: ['run', 'attacks'],
  rehearse: ['run', 'rehearse'],
  day: ['run', 'day'],
  faults: ['run', 'faults'],
  fuzz: ['run', 'fuzz'],
  walk: ['run', 'walk'],
  bench: ['run', 'bench'],
};

export interface Proven extends CheckResult {
  readonly name: string;
  readonly command: string;
  readonly took: string;
}

const CLOSING = /^(\d+) passed, (\d+) failed$/gm;

/** Rows of the bench's tables, by their last column: whether a limit is kept. */
const KEPT = /\| yes \|$/gm;
const MISSED = /\| \*\*no\*\* \|$/gm;

const count = (output: string, pattern: RegExp) => [...output.matchAll(pattern)].length;

/**
 * What a command found, read from its output: the closing line `N passed, M failed`; the limits of a bench; and where there
 * is neither, whether it succeeded. A command that failed without a failed test counts as one failure.
 */
export function countsIn(output: string, code: number): CheckResult {
  const closing = [...output.matchAll(CLOSING)].at(-1);
  const kept = count(output, KEPT);
  const missed = count(output, MISSED);
  const found = closing
    ? { passed: Number(closing[1]), failed: Number(closing[2]) }
    : kept + missed > 0
      ? { passed: kept, failed: missed }
      : { passed: code === 0 ? 1 : 0, failed: 0 };
  const failed = code === 0 ? found.failed : Math.max(1, found.failed);
  return { ...NOTHING, passed: found.passed, failed };
}

/** One table of all parts (Markdown), and the sum. */
export function tableOf(proven: readonly Proven[]): { table: string; total: CheckResult } {
  const rows = proven.map(
    ({ name, command, passed, failed, took }) =>
      `| ${name} | ${passed} | ${failed === 0 ? '0' : `**${failed}**`} | ${took} | \`${command}\` |`,
  );
  const head = [
    '| part | passed | failed | time | command |',
    '| --- | ---: | ---: | ---: | --- |',
  ];
  return { table: [...head, ...rows].join('\n'), total: proven.reduce<CheckResult>(add, NOTHING) };
}
