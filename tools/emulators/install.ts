import { existsSync } from 'node:fs';
import { type Progress, CommandError } from '../src/suite/command';
import { runQuietly } from '../src/system/childProcess';

const canInstall = () =>
  process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && existsSync('/etc/debian_version');

const install = (pkg: string) => `apt-get install -y --no-install-recommends ${pkg}`;

async function apt(args: string[]): Promise<void> {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const { code, output } = await runQuietly({ program: 'apt-get', args, env });
  if (code !== 0) throw new CommandError(`apt-get ${args.join(' ')} failed:\n${output.trim()}`);
}

/**
 * Installs a Debian package, as root on Debian or Ubuntu.
 * @throws CommandError that names the command to run, where this process may not install
 */
async function installPackage(title: string, pkg: string, progress: Progress) {
  if (!canInstall())
    throw new CommandError(`${title} is missing. Install it: sudo ${install(pkg)}`);
  progress.announce(`${title} is missing: installing the package ${pkg} …`);
  await apt(['update', '-qq']);
  await apt(['install', '-y', '-qq', '--no-install-recommends', pkg]);
  progress.announce(`${title} is installed.`);
}

const PACKAGE = 'openjdk-17-jdk-headless';

/** Whether a program of the JDK answers: `java` to run the emulators, `javac` to build their launchers. */
export async function hasJava(program: 'java' | 'javac'): Promise<boolean> {
  try {
    return (await runQuietly({ program, args: ['-version'] })).code === 0;
  } catch {
    return false;
  }
}

/**
 * Makes sure that Java is there, installing it where that is possible.
 * @throws CommandError that names the command to run, where it is not
 */
export async function requireJava(program: 'java' | 'javac', progress: Progress): Promise<void> {
  if (!(await hasJava(program))) await installPackage('Java', PACKAGE, progress);
}

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Path of a Chromium for the browser journeys: CHROME_PATH, else one of the usual places. */
export function findChromium(chromePath = process.env['CHROME_PATH']): string | undefined {
  return [chromePath ?? '', ...PLACES].find((path) => path !== '' && existsSync(path));
}

/**
 * A Chromium, installed where that is possible.
 * @throws CommandError that names the command to run, where it is not
 */
export async function requireChromium(progress: Progress): Promise<string> {
  const found = findChromium();
  if (found !== undefined) return found;
  await installPackage('Chromium', 'chromium', progress);
  const installed = findChromium();
  if (installed === undefined)
    throw new CommandError('Chromium is not in its usual place: name it in CHROME_PATH.');
  return installed;
}

/** Chromium without windows, menus and address field: it opens a page with two thirds of the work. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/**
 * The browsers of the journeys, as variables: a whole Chromium, and the headless shell for all that both can do, where
 * Debian's package brings it.
 * @throws CommandError that names the command to run, where there is no Chromium and none can be installed
 */
export async function requireBrowsers(progress: Progress): Promise<Record<string, string>> {
  const whole = { CHROME_PATH: await requireChromium(progress) };
  if (!existsSync(HEADLESS_SHELL) && canInstall())
    await installPackage('Chromium’s headless shell', 'chromium-headless-shell', progress).catch(
      () => progress.note('There is no headless shell here: a whole Chromium takes its place.'),
    );
  return existsSync(HEADLESS_SHELL) ? { ...whole, HEADLESS_PATH: HEADLESS_SHELL } : whole;
}

/** Its address field draws suggestions in a page of its own, beside each page that is opened: as much work again, for nobody. */
const DRAWN_UNSEEN = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** What Playwright leaves out by itself, of which this list takes the place. */
const LEFT_OUT_BY_PLAYWRIGHT = [
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

/** How journeys and measurements start Chromium: without what needs a screen, a user or the internet. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...LEFT_OUT_BY_PLAYWRIGHT, ...DRAWN_UNSEEN].join()}`,
];
