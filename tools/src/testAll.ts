import { join } from 'node:path';
import { writeFileSync, mkdirSync } from 'node:fs';
import { parseCounts, PARTS, formatResultTable, type PartResult } from './checks/testAll';
import { formatSummary, reportResult } from './checks/checks';
import { createInterruptSignal, runCommand, CommandError } from './suite/command';
import { runAndCapture } from './system/childProcess';
import { inRoot } from './system/root';

const PART_NAMES = Object.keys(PARTS);

const formatMinutes = (ms: number) => `${(ms / 60_000).toFixed(1)} min`;

/**
 * Runs all commands that test, attack or measure the product, or only the named ones. Prints one
 * table and writes logs to `.local/test-all`.
 */
async function testAll(names: string[]): Promise<number> {
  const invalidName = names.find((name) => !PART_NAMES.includes(name));
  if (invalidName !== undefined)
    throw new CommandError(
      `Unknown part: ${invalidName}. Usage: npm run test:all -- [${PART_NAMES.join('|')}]`,
    );
  const signal = createInterruptSignal();
  const logs = inRoot('.local', 'test-all');
  mkdirSync(logs, { recursive: true });
  const results: PartResult[] = [];
  for (const [name, args] of Object.entries(PARTS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const command = ['npm', ...args].join(' ');
    const log = join(logs, `${name.replace(':', '-')}.log`);
    console.log(`${command} … (${log})`);
    const startTime = performance.now();
    const { code, output } = await runAndCapture({ program: 'npm', args: [...args] }, signal);
    writeFileSync(log, output);
    const counts = parseCounts(output, code);
    console.log(`  ${formatSummary(counts)}`);
    results.push({ name, command, took: formatMinutes(performance.now() - startTime), ...counts });
  }
  const { table, total } = formatResultTable(results);
  console.log(`\n${table}\n`);
  return reportResult(total);
}

runCommand(testAll);
