import { existsSync } from 'node:fs';
import { type Progress, CommandError } from '../src/suite/command';
import { runAndCapture } from '../src/system/childProcess';

const canInstall = () =>
  process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && existsSync('/etc/debian_version');

const toInstallCommand = (pkg: string) => `apt-get install -y --no-install-recommends ${pkg}`;

async function runApt(args: string[]): Promise<void> {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const { code, output } = await runAndCapture({ program: 'apt-get', args, env });
  if (code !== 0) throw new CommandError(`apt-get ${args.join(' ')} failed:\n${output.trim()}`);
}

/**
 * Installs only as root on Debian or Ubuntu.
 * @throws CommandError with the command to run by hand if it can't install
 */
async function installPackage(title: string, pkg: string, progress: Progress) {
  if (!canInstall())
    throw new CommandError(`${title} is missing. Install it: sudo ${toInstallCommand(pkg)}`);
  progress.announce(`${title} is missing: installing the package ${pkg} …`);
  await runApt(['update', '-qq']);
  await runApt(['install', '-y', '-qq', '--no-install-recommends', pkg]);
  progress.announce(`${title} is installed.`);
}

const PACKAGE = 'openjdk-17-jdk-headless';

export async function hasJava(program: 'java' | 'javac'): Promise<boolean> {
  try {
    return (await runAndCapture({ program, args: ['-version'] })).code === 0;
  } catch {
    return false;
  }
}

/** @throws CommandError with the install command if Java is missing and can't be installed */
export async function requireJava(program: 'java' | 'javac', progress: Progress): Promise<void> {
  if (!(await hasJava(program))) await installPackage('Java', PACKAGE, progress);
}

const COMMON_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

export function findChromium(chromePath = process.env['CHROME_PATH']): string | undefined {
  return [chromePath ?? '', ...COMMON_PATHS].find((path) => path !== '' && existsSync(path));
}

/** @throws CommandError with the install command if Chromium is missing and can't be installed */
export async function requireChromium(progress: Progress): Promise<string> {
  const chromium = findChromium();
  if (chromium !== undefined) return chromium;
  await installPackage('Chromium', 'chromium', progress);
  const installedChromium = findChromium();
  if (installedChromium === undefined)
    throw new CommandError('Chromium is not in its usual place: name it in CHROME_PATH.');
  return installedChromium;
}

/**
 * It opens pages in about two thirds of the time, because it has no windows, menus or address bar.
 */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/**
 * Variables for the journeys. They name a full Chromium, and the headless shell if it is available.
 * @throws CommandError with the install command if Chromium is missing and can't be installed
 */
export async function requireBrowsers(progress: Progress): Promise<Record<string, string>> {
  const variables = { CHROME_PATH: await requireChromium(progress) };
  if (!existsSync(HEADLESS_SHELL) && canInstall())
    await installPackage('Chromium’s headless shell', 'chromium-headless-shell', progress).catch(
      () => progress.note('There is no headless shell here: a whole Chromium takes its place.'),
    );
  return existsSync(HEADLESS_SHELL) ? { ...variables, HEADLESS_PATH: HEADLESS_SHELL } : variables;
}

/**
 * These draw the address bar's suggestions in a hidden page for each tab, which doubles the work.
 */
const UNSEEN_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Playwright's own list, repeated because our flag replaces it. */
const PLAYWRIGHT_DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Disables features that need a screen, a user or the internet. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...PLAYWRIGHT_DISABLED_FEATURES, ...UNSEEN_FEATURES].join()}`,
];
