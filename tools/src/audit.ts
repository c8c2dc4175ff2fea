import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { judgeAudit, parseAccepted } from './build/advisories';
import { CommandError, runCommand } from './suite/command';
import { inRoot } from './system/root';

const ACCEPTED_ADVISORIES_FILE = '.ci/accepted-advisories.json';

function audit(): Promise<number> {
  const accepted = parseAccepted(readFileSync(inRoot(ACCEPTED_ADVISORIES_FILE), 'utf8'));
  // npm also exits with 1 if it finds advisories, so only its output shows whether the
  // registry responded.
  const { stdout } = spawnSync('npm', ['audit', '--json'], { cwd: inRoot(), encoding: 'utf8' });
  const verdict = judgeAudit(stdout, accepted, new Date().toISOString().slice(0, 10));
  if (verdict === null)
    throw new CommandError('Audit failed: the npm registry did not respond. Try again later.');
  const { critical = 0, high = 0, moderate = 0, low = 0 } = verdict.counts;
  console.log(`Packages: ${critical} critical, ${high} high, ${moderate} moderate, ${low} low.`);
  for (const { severity, name, range, title, url } of verdict.open)
    console.log(`✗ ${severity}: ${name} ${range}: ${title} (${url})`);
  if (verdict.open.length > 0)
    console.log(
      `Update these packages, or accept each advisory in ${ACCEPTED_ADVISORIES_FILE} with id, reason and until.`,
    );
  return Promise.resolve(verdict.open.length === 0 ? 0 : 1);
}

runCommand(audit);
