// Runs a command of tools/src on a fresh clone: installs the packages first when they are missing or old.
// Plain JavaScript without dependencies, as nothing is installed yet when it starts.
import { spawn } from 'node:child_process';
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
import { fileURLToPath } from 'node:url';

const NEEDED = { major: 20, minor: 19 };
/** npm writes both lock files when it installs, the hidden one slightly earlier. */
const SAME_INSTALL_MS = 5000;
const FORWARDED = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const ORPHAN_CHECK_MS = 500;

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const lock = join(root, 'package-lock.json');
const npmsOwnRecord = join(root, 'node_modules', '.package-lock.json');
const record = join(root, 'node_modules', '.quantalgo-lock');
/** Names the process that installs, while one does: two at once would empty each other's folder. */
const installing = join(root, '.local', 'installing');
const LOOK_AGAIN_MS = 500;

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

/**
 * Calls back when the shell between npm and this process is gone. A SIGTERM to npm ends that shell, which passes
 * nothing on.
 * @param {() => void} callback
 */
function whenOrphaned(callback) {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, ORPHAN_CHECK_MS);
  timer.unref();
}

/**
 * Runs a program in the foreground to its end; signals that reach this process alone are passed on.
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<number>} its exit code
 */
function run(program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit' });
    const forwards = FORWARDED.map((name) => ({ name, forward: () => void child.kill(name) }));
    for (const { name, forward } of forwards) process.on(name, forward);
    whenOrphaned(() => void child.kill('SIGTERM'));
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      for (const { name, forward } of forwards) process.off(name, forward);
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143));
    });
  });
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

/** Claims the installing for this process; false while another alive has it. */
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

async function npmCi() {
  console.log('Installing the packages with npm ci, this takes about a minute …');
  const started = performance.now();
  const code = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) refuse('The packages were not installed: the messages of npm above say why.');
  console.log(`Installed the packages in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/**
 * Waits until no other command installs.
 * @returns {Promise<() => void>} what lets the others go on
 */
async function holdInstalling() {
  if (!claimInstalling()) {
    console.log('Another command installs the packages, waiting for it …');
    while (!claimInstalling()) await wait(LOOK_AGAIN_MS);
  }
  const release = () => rmSync(installing, { force: true });
  process.once('exit', release);
  return release;
}

async function installPackages() {
  const hash = createHash('sha256').update(readFileSync(lock)).digest('hex');
  const release = isInstalled(hash) ? undefined : await holdInstalling();
  if (!isInstalled(hash)) await npmCi();
  // Before the others go on, who find by it that there is nothing left to install.
  writeFileSync(record, hash);
  release?.();
}

function commands() {
  const files = readdirSync(join(root, 'tools', 'src'));
  return files.filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -3));
}

const [command = '', ...args] = process.argv.slice(2);
requireNode();
if (!commands().includes(command)) {
  refuse(`There is no command '${command}', but: ${commands().join(', ')}`);
}
await installPackages();
const script = join(root, 'tools', 'src', `${command}.ts`);
process.exitCode = await run(process.execPath, ['--import', 'tsx', script, ...args]);
