import { addResults, type CheckResult, EMPTY_RESULT } from './checks';

/**
 * Arguments for `npm`, fastest part first. `test` also checks the invariants of the data that its
 * journeys leave.
 */
export const PARTS: Readonly<Record<string, readonly string[]>> = {
  'lint:structure': ['run', 'lint:structure'],
  'deploy:check': ['run', 'deploy:check'],
  licenses: ['run', 'licenses'],
  test: ['test', '--', '--all'],
  'test:attacks': ['run', 'test:attacks'],
  'test:release': ['run', 'test:release'],
  'test:soak': ['run', 'test:soak'],
  'test:chaos': ['run', 'test:chaos'],
  'test:fuzz': ['run', 'test:fuzz'],
  'test:pages': ['run', 'test:pages'],
  bench: ['run', 'bench'],
};

export interface PartResult extends CheckResult {
  readonly name: string;
  readonly command: string;
  readonly took: string;
}

const CLOSING_LINE = /^(\d+) passed, (\d+) failed$/gm;

const MET_LIMIT = /\| yes \|$/gm;
const MISSED_LIMIT = /\| \*\*no\*\* \|$/gm;

const count = (output: string, pattern: RegExp) => [...output.matchAll(pattern)].length;

/**
 * Reads a command's result from its closing line `N passed, M failed`, a bench's limits, or the
 * exit code. A command that fails without a failed test counts as one failure.
 */
export function parseCounts(output: string, code: number): CheckResult {
  const closing = [...output.matchAll(CLOSING_LINE)].at(-1);
  const met = count(output, MET_LIMIT);
  const missed = count(output, MISSED_LIMIT);
  const counts = closing
    ? { passed: Number(closing[1]), failed: Number(closing[2]) }
    : met + missed > 0
      ? { passed: met, failed: missed }
      : { passed: code === 0 ? 1 : 0, failed: 0 };
  const failed = code === 0 ? counts.failed : Math.max(1, counts.failed);
  return { ...EMPTY_RESULT, passed: counts.passed, failed };
}

export function formatResultTable(proven: readonly PartResult[]): {
  table: string;
  total: CheckResult;
} {
  const rows = proven.map(
    ({ name, command, passed, failed, took }) =>
      `| ${name} | ${passed} | ${failed === 0 ? '0' : `**${failed}**`} | ${took} | \`${command}\` |`,
  );
  const head = [
    '| part | passed | failed | time | command |',
    '| --- | ---: | ---: | ---: | --- |',
  ];
  return {
    table: [...head, ...rows].join('\n'),
    total: proven.reduce<CheckResult>(addResults, EMPTY_RESULT),
  };
}
