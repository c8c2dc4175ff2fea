import { existsSync } from 'node:fs';
import { Refusal } from '../src/command/refusal';
import { type Progress } from '../src/command/progress';
import { installPackage } from './apt';

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
 * @throws Refusal that names the command to run, where it is not
 */
export async function requireChromium(progress: Progress): Promise<string> {
  const found = findChromium();
  if (found !== undefined) return found;
  await installPackage('Chromium', 'chromium', progress);
  const installed = findChromium();
  if (installed === undefined)
    throw new Refusal('Chromium is not in its usual place: name it in CHROME_PATH.');
  return installed;
}
