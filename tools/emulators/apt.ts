import { existsSync } from 'node:fs';
import { Refusal } from '../src/command/refusal';
import { type Progress } from '../src/command/progress';
import { runQuietly } from '../src/system/childProcess';

const canInstall = () =>
  process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && existsSync('/etc/debian_version');

const install = (pkg: string) => `apt-get install -y --no-install-recommends ${pkg}`;

async function apt(args: string[]): Promise<void> {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const { code, output } = await runQuietly({ program: 'apt-get', args, env });
  if (code !== 0) throw new Refusal(`apt-get ${args.join(' ')} failed:\n${output.trim()}`);
}

/**
 * Installs a Debian package, as root on Debian or Ubuntu.
 * @throws Refusal that names the command to run, where this process may not install
 */
export async function installPackage(title: string, pkg: string, progress: Progress) {
  if (!canInstall()) throw new Refusal(`${title} is missing. Install it: sudo ${install(pkg)}`);
  progress.announce(`${title} is missing: installing the package ${pkg} …`);
  await apt(['update', '-qq']);
  await apt(['install', '-y', '-qq', '--no-install-recommends', pkg]);
  progress.announce(`${title} is installed.`);
}
