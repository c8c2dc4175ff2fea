import { readFileSync } from 'node:fs';
import { packagesByLicence, refusedOf } from './build/licences';
import { runCommand } from './suite/command';
import { inRoot } from './system/root';

/** Lists the licences of all packages of the product; fails if one isn't allowed. */
function licences(): Promise<number> {
  const lock: unknown = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  const found = [...packagesByLicence(lock)].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  for (const [licence, packages] of found) console.log(`${packages.length} × ${licence}`);
  const refused = found
    .map(([licence, packages]) => [licence, refusedOf(licence, packages)] as const)
    .filter(([, packages]) => packages.length > 0);
  for (const [licence, packages] of refused)
    console.log(`✗ ${licence} is not allowed: ${packages.join(', ')}`);
  return Promise.resolve(refused.length === 0 ? 0 : 1);
}

runCommand(licences);
