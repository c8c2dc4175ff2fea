import { requireChromium } from '../../emulators/chromium';
import { type Outcome } from '../checks/outcome';
import { runPlaywright } from '../checks/playwright';
import { linesWith } from '../command/progress';
import { liveUntilNow } from '../publisher/liveUntilNow';
import { openPublisher } from '../publisher/publisher';
import { emulatorEnvironment } from '../suite/environment';
import { onOwnSuite } from '../suite/onOwnSuite';
import { type Offset, portsAt } from '../suite/ports';
import { openServices } from '../suite/services';
import { patternOf } from './patternOf';

const AT_ONCE = '--workers=2';

async function publish(offset: Offset, ahead: number | undefined): Promise<void> {
  const ports = portsAt(offset);
  const { database, close } = openServices(ports, 'walk');
  await liveUntilNow(await openPublisher(database, ports), ahead);
  await close();
}

/**
 * Runs what this project of Playwright holds, and whose titles have all these words, on a suite of its own that is live.
 * @param ahead see {@link liveUntilNow}
 */
export async function onLiveSuite(
  project: string,
  words: readonly string[],
  stopped: AbortSignal,
  ahead?: number,
): Promise<Outcome> {
  const chromium = await requireChromium(linesWith('  browser: '));
  return onOwnSuite(stopped, async (offset) => {
    await publish(offset, ahead);
    const ports = emulatorEnvironment(portsAt(offset));
    const env = { ...ports, PORT_OFFSET: String(offset), CHROME_PATH: chromium };
    const extra = words.length > 0 ? [AT_ONCE, '--grep', patternOf(words)] : [AT_ONCE];
    return runPlaywright({ project, extra, env, echo: true }, stopped);
  });
}
