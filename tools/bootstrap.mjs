// Runs a command of tools/src on a fresh clone: installs the packages first when they are missing or old.
// Plain JavaScript without dependencies, as nothing is installed yet when it starts.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const NEEDED = { major: 20, minor: 19 };
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

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > NEEDED.major || (major === NEEDED.major && minor >= NEEDED.minor)) return;
  refuse(
    `QuantAlgo needs Node ${NEEDED.major}.${NEEDED.minor} or newer, this is ${process.versions.node}: ` +
      'install it from https://nodejs.org or with `nvm install 20`.',
  );
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

const [command = '', ...args] = process.argv.slice(2);
const files = readdirSync(join(root, 'tools', 'src')).filter((file) => file.endsWith('.ts'));
const commands = files.map((file) => file.slice(0, -3));
requireNode();
if (!commands.includes(command))
  refuse(`There is no command '${command}', but: ${commands.join(', ')}`);
await installPackages();
endWhenOrphaned();
const script = join(root, 'tools', 'src', `${command}.ts`);
process.chdir(root);
process.argv = [process.execPath, script, ...args];
await import(import.meta.resolve('tsx'));
await import(pathToFileURL(script).href);
