import { requireChromium } from '../../emulators/install';
import { linesWith } from '../suite/command';
import { portsAt } from '../suite/ports';
import { liveUntilNow, openPublisher } from '../suite/publisher';
import { openServices } from '../suite/services';
import { onOwnSuite } from '../suite/suite';
import { type Outcome } from './checks';
import { runPlaywright } from './runners';
import { environmentAt } from './suiteTests';

/**
 * A regular expression for titles that have all of these words, in any order. A path is a word that ends where it ends:
 * `/dashboard` does not mean `/dashboard/signals`.
 */
export const patternOf = (words: readonly string[]): string =>
  words.map((word) => `(?=.*${word.replaceAll(/[^\w]/g, '\\$&')}(?![\\w/]))`).join('');

/**
 * Runs a project of playwright.config.ts, or its tests whose titles have all these words, on a suite of its own.
 * @param live whether signals are published up to now, and so far (ms) ahead, see {@link liveUntilNow}
 */
export async function inBrowser(
  project: string,
  words: readonly string[],
  stopped: AbortSignal,
  live: { readonly ahead?: number } | null = {},
): Promise<Outcome> {
  const chromium = await requireChromium(linesWith('  browser: '));
  return onOwnSuite(stopped, async (offset) => {
    if (live) {
      const ports = portsAt(offset);
      const { database, close } = openServices(ports, project);
      await liveUntilNow(await openPublisher(database, ports), live.ahead);
      await close();
    }
    const env = { ...environmentAt(offset), CHROME_PATH: chromium };
    const workers = live ? ['--workers=2'] : [];
    const extra = words.length > 0 ? [...workers, '--grep', patternOf(words)] : workers;
    return runPlaywright(project, { extra, env, echo: true }, stopped);
  });
}
