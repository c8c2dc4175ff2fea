import { readFileSync } from 'node:fs';
import { requireChromium } from '../../emulators/chromium';
import { type Outcome } from '../checks/outcome';
import { reportOf, runPlaywright } from '../checks/playwright';
import { linesWith } from '../command/progress';
import { emulatorEnvironment } from '../suite/environment';
import { onOwnSuite } from '../suite/onOwnSuite';
import { portsAt } from '../suite/ports';
import { inRoot } from '../system/root';
import { patternOf } from '../walk/patternOf';

/** Runs the rows that have all these words in Chromium, one after the other, on a suite of their own. */
export async function runOnDevice(
  words: readonly string[],
  stopped: AbortSignal,
): Promise<{ outcome: Outcome; report: unknown }> {
  const chromium = await requireChromium(linesWith('  browser: '));
  return onOwnSuite(stopped, async (offset) => {
    const ports = emulatorEnvironment(portsAt(offset));
    const env = { ...ports, PORT_OFFSET: String(offset), CHROME_PATH: chromium };
    const extra = words.length > 0 ? ['--grep', patternOf(words)] : [];
    const outcome = await runPlaywright({ project: 'faults', extra, env, echo: true }, stopped);
    const report: unknown = JSON.parse(readFileSync(inRoot(reportOf(String(offset))), 'utf8'));
    return { outcome, report };
  });
}
