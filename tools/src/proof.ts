import { join } from 'node:path';
import { writeFileSync, mkdirSync } from 'node:fs';
import { countsIn, PARTS, tableOf, type Proven } from './checks/proof';
import { summaryOf } from './checks/checks';
import { onInterrupt, runCommand, CommandError } from './suite/command';
import { runQuietly } from './system/childProcess';
import { inRoot } from './system/root';

const NAMES = Object.keys(PARTS);

const minutes = (ms: number) => `${(ms / 60_000).toFixed(1)} min`;

/**
 * Shows the product whole: runs each command that measures or attacks it, one after the other, or only the named ones,
 * and ends in one table. Their outputs are in `.local/proof`.
 */
async function proof(names: string[]): Promise<number> {
  const unknown = names.find((name) => !NAMES.includes(name));
  if (unknown !== undefined)
    throw new CommandError(`npm run proof -- [${NAMES.join('|')}]: no part ${unknown}`);
  const stopped = onInterrupt();
  const logs = inRoot('.local', 'proof');
  mkdirSync(logs, { recursive: true });
  const proven: Proven[] = [];
  for (const [name, args] of Object.entries(PARTS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const command = ['npm', ...args].join(' ');
    const log = join(logs, `${name.replace(':', '-')}.log`);
    console.log(`${command} … (${log})`);
    const started = performance.now();
    const { code, output } = await runQuietly({ program: 'npm', args: [...args] }, stopped);
    writeFileSync(log, output);
    const counts = countsIn(output, code);
    console.log(`  ${summaryOf(counts)}`);
    proven.push({ name, command, took: minutes(performance.now() - started), ...counts });
  }
  const { table, total } = tableOf(proven);
  console.log(`\n${table}\n\n${summaryOf(total)}`);
  return total.failed === 0 ? 0 : 1;
}

runCommand(proof);
