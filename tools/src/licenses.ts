import { readFileSync } from 'node:fs';
import { groupByLicence, findDisallowed } from './build/licences';
import { runCommand } from './suite/command';
import { inRoot } from './system/root';

function licenses(): Promise<number> {
  const lock: unknown = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  const byLicence = [...groupByLicence(lock)].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  for (const [licence, packages] of byLicence) console.log(`${packages.length} × ${licence}`);
  const refused = byLicence
    .map(([licence, packages]) => [licence, findDisallowed(licence, packages)] as const)
    .filter(([, packages]) => packages.length > 0);
  for (const [licence, packages] of refused)
    console.log(`✗ ${licence} is not allowed: ${packages.join(', ')}`);
  return Promise.resolve(refused.length === 0 ? 0 : 1);
}

runCommand(licenses);
