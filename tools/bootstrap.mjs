// Runs a command of tools/src on a fresh clone: fetches Node and the packages first when they are missing or old.
// Plain JavaScript without dependencies, for old versions of Node too, as nothing is installed yet when it starts.
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

/** The oldest release of each line of Node that the packages work with; newer lines do too. */
const OLDEST_NODE = new Map([
  [22, '22.22.2'],
  [24, '24.15.0'],
]);
/** npm writes both lock files when it installs, the hidden one slightly earlier. */
const SAME_INSTALL_MS = 5000;
const RECHECK_MS = 500;

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const lock = join(root, 'package-lock.json');
const npmsOwnRecord = join(root, 'node_modules', '.package-lock.json');
const record = join(root, 'node_modules', '.quantalgo-lock');
/** Names the process that installs, while one does: two at once would empty each other's folder. */
const installing = join(root, '.local', 'installing');

/** @param {string} message @returns {never} */
function refuse(message) {
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

/** npm's package with the program for this system. */
function nodePackage() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const isAppleSilicon = system === 'darwin' && process.arch === 'arm64';
  return `node-${isAppleSilicon ? 'bin-' : ''}${system}-${process.arch}`;
}

/** Fetches the pinned Node beside the packages, changing nothing outside this folder. @returns {string} its folder */
function fetchNode() {
  const version = readFileSync(join(root, '.nvmrc'), 'utf8').trim();
  const folder = join(root, '.local', 'node', version);
  const bin = join(folder, 'node_modules', nodePackage(), 'bin');
  if (existsSync(bin)) return bin;
  console.log(
    `QuantAlgo needs Node 22.22.2 or newer, this is ${process.versions.node}: fetching Node ${version} into .local/node …`,
  );
  // Into a folder of its own until it is whole: a download that stops half-way is made again.
  const partial = `${folder}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  writeFileSync(join(partial, 'package.json'), '{ "private": true }');
  const wanted = `${nodePackage()}@${version}`;
  const args = [
    'install',
    wanted,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const { status } = spawnSync('npm', args, {
    cwd: partial,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) {
    rmSync(partial, { recursive: true, force: true });
    refuse(
      `Node ${version} could not be fetched. Install it from https://nodejs.org or with \`nvm install\`, then try again.`,
    );
  }
  try {
    renameSync(partial, folder);
  } catch {
    // Another process was faster.
    rmSync(partial, { recursive: true, force: true });
  }
  return bin;
}

/** Runs this command again with the pinned Node, which its own commands then find first. @param {string} bin */
function continueWith(bin) {
  const path = `${bin}${delimiter}${process.env['PATH'] ?? ''}`;
  const child = spawn(join(bin, 'node'), process.argv.slice(1), {
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  // The terminal sends these to both.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  child.on('exit', (code) => process.exit(code ?? 1));
}

/** Ends this process when the shell between npm and it is gone: a SIGTERM to npm ends that shell, which forwards nothing. */
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
  if (!existsSync(npmsOwnRecord)) return false;
  return statSync(npmsOwnRecord).mtimeMs + SAME_INSTALL_MS >= statSync(lock).mtimeMs;
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Claims the installation for this process; false while another one that is alive holds it. */
function claimInstalling() {
  mkdirSync(dirname(installing), { recursive: true });
  try {
    writeFileSync(installing, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const holder = existsSync(installing) ? Number(readFileSync(installing, 'utf8')) : 0;
    if (holder > 0 && !isAlive(holder)) rmSync(installing, { force: true });
    return false;
  }
}

function npmCi() {
  console.log('Installing the packages with npm ci, this takes about a minute …');
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) refuse('The packages were not installed: the messages of npm above say why.');
}

async function installPackages() {
  const hash = createHash('sha256').update(readFileSync(lock)).digest('hex');
  if (isInstalled(hash)) return writeFileSync(record, hash);
  while (!claimInstalling()) await wait(RECHECK_MS);
  process.once('exit', () => rmSync(installing, { force: true }));
  if (!isInstalled(hash)) npmCi();
  // Before the others continue: they see by it that there is nothing left to install.
  writeFileSync(record, hash);
  rmSync(installing, { force: true });
}

async function run() {
  const [command = '', ...args] = process.argv.slice(2);
  const files = readdirSync(join(root, 'tools', 'src')).filter((file) => file.endsWith('.ts'));
  const commands = files.map((file) => file.slice(0, -3));
  if (!commands.includes(command))
    refuse(`There is no command '${command}', but: ${commands.join(', ')}`);
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
