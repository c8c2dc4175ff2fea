import { readFileSync } from 'node:fs';
import { runCommand } from './suite/command';
import { countsOf, isAllowed, licensedIn } from './licences/licences';
import { inRoot } from './system/root';

/** Lists the licences of all packages of the product; fails where one may not be part of it. */
function licences(): Promise<number> {
  const lock: unknown = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  const licensed = licensedIn(lock);
  for (const [licence, packages] of countsOf(licensed)) console.log(`${packages} × ${licence}`);
  const refused = licensed.filter((one) => !isAllowed(one));
  for (const { name, version, licence } of refused)
    console.log(`✗ ${name} ${version} is under ${licence}, which is not allowed`);
  return Promise.resolve(refused.length === 0 ? 0 : 1);
}

runCommand(licences);
