// Runs a command in tools/src. On a fresh clone, first fetches missing or outdated Node and
// packages. Uses no dependencies and only syntax that old Node versions understand.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * The oldest supported release of each major version. Newer major versions work too. With 22.22.2,
 * Playwright can’t load firebase-admin.
 */
const OLDEST_NODE = new Map([
  [22, '22.22.3'],
  [24, '24.15.0'],
]);
/** npm writes both lockfiles during an installation, the hidden one slightly earlier. */
const SAME_INSTALL_MS = 5000;
const RECHECK_MS = 500;
/** Set in the pinned Node's process if the machine's own Node is unsupported. */
const MACHINE_NODE = 'QUANTALGO_MACHINE_NODE';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const lock = join(root, 'package-lock.json');
const npmRecord = join(root, 'node_modules', '.package-lock.json');
const record = join(root, 'node_modules', '.quantalgo-lock');
/**
 * Holds the installing process's id, because parallel installations would delete each other's
 * files.
 */
const installerFile = join(root, '.local', 'installing');

/** @param {string} message @returns {never} */
function exitWith(message) {
  console.error(message);
  process.exit(1);
}

/** @param {string} version @param {string} oldest @returns {boolean} */
function isAtLeast(version, oldest) {
  return version.localeCompare(oldest, 'en', { numeric: true }) >= 0;
}

/** @param {string} version @returns {boolean} */
function isSupportedNode(version) {
  const major = Number(version.split('.')[0]);
  const oldest = OLDEST_NODE.get(major);
  return oldest === undefined ? major >= 26 : isAtLeast(version, oldest);
}

function getNodePackage() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const isAppleSilicon = system === 'darwin' && process.arch === 'arm64';
  return `node-${isAppleSilicon ? 'bin-' : ''}${system}-${process.arch}`;
}

/** Fetches the pinned Node into `.local`. Changes nothing else. @returns {string} its folder */
function fetchNode() {
  const version = readFileSync(join(root, '.nvmrc'), 'utf8').trim();
  const folder = join(root, '.local', 'node', version);
  const bin = join(folder, 'node_modules', getNodePackage(), 'bin');
  if (existsSync(bin)) return bin;
  console.log(
    `QuantAlgo needs Node 22.22.3 or newer, this is ${process.versions.node}: fetching Node ${version} into .local/node …`,
  );
  // Downloads into a temporary folder, so that an interrupted download isn't mistaken for complete.
  const partial = `${folder}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  writeFileSync(join(partial, 'package.json'), '{ "private": true }');
  const spec = `${getNodePackage()}@${version}`;
  const args = ['install', spec, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', args, {
    cwd: partial,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) {
    rmSync(partial, { recursive: true, force: true });
    exitWith(
      `Node ${version} could not be fetched. Install it from https://nodejs.org or with \`nvm install\`, then try again.`,
    );
  }
  try {
    renameSync(partial, folder);
  } catch {
    // Another process installed it first.
    rmSync(partial, { recursive: true, force: true });
  }
  return bin;
}

/** Runs this command again with the pinned Node first in the PATH. @param {string} bin */
function continueWith(bin) {
  const path = `${bin}${delimiter}${process.env['PATH'] ?? ''}`;
  const child = spawn(join(bin, 'node'), process.argv.slice(1), {
    stdio: 'inherit',
    env: { ...process.env, PATH: path, [MACHINE_NODE]: process.versions.node },
  });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  // The terminal also sends these to the child, which decides when to exit.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  child.on('exit', (code) => process.exit(code ?? 1));
}

/**
 * The shell between npm and this process ends on SIGTERM without forwarding it, so poll for that.
 */
function endWhenOrphaned() {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, RECHECK_MS);
  timer.unref();
}

/** @param {string} hash */
function isInstalled(hash) {
  if (existsSync(record) && readFileSync(record, 'utf8') === hash) return true;
  // An `npm ci` run by an unsupported Node leaves out packages that refuse that Node.
  if (process.env[MACHINE_NODE] !== undefined || !existsSync(npmRecord)) return false;
  return statSync(npmRecord).mtimeMs + SAME_INSTALL_MS >= statSync(lock).mtimeMs;
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** False if another running process holds the claim. */
function claimInstallation() {
  mkdirSync(dirname(installerFile), { recursive: true });
  try {
    writeFileSync(installerFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const holder = existsSync(installerFile) ? Number(readFileSync(installerFile, 'utf8')) : 0;
    if (holder > 0 && !isAlive(holder)) rmSync(installerFile, { force: true });
    return false;
  }
}

function runNpmCi() {
  console.log('Installing the packages with npm ci, this takes about a minute …');
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) exitWith('The packages were not installed: the messages of npm above say why.');
}

async function installPackages() {
  const hash = createHash('sha256').update(readFileSync(lock)).digest('hex');
  if (isInstalled(hash)) return writeFileSync(record, hash);
  while (!claimInstallation()) await wait(RECHECK_MS);
  process.once('exit', () => rmSync(installerFile, { force: true }));
  if (!isInstalled(hash)) runNpmCi();
  // Write this before releasing the claim, so that waiting processes don't install again.
  writeFileSync(record, hash);
  rmSync(installerFile, { force: true });
}

async function run() {
  const [command = '', ...args] = process.argv.slice(2);
  const files = readdirSync(join(root, 'tools', 'src')).filter((file) => file.endsWith('.ts'));
  const commands = files.map((file) => file.slice(0, -3));
  if (!commands.includes(command))
    exitWith(`There is no command '${command}', but: ${commands.join(', ')}`);
  await installPackages();
  const script = join(root, 'tools', 'src', `${command}.ts`);
  process.chdir(root);
  process.argv = [process.execPath, script, ...args];
  await import(import.meta.resolve('tsx'));
  await import(pathToFileURL(script).href);
}

endWhenOrphaned();
if (isSupportedNode(process.versions.node)) await run();
else continueWith(fetchNode());
