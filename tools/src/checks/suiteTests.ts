import { requireChromium } from '../../emulators/chromium';
import { linesWith } from '../command/progress';
import { emulatorEnvironment } from '../suite/environment';
import { type Offset, portsAt } from '../suite/ports';
import { resetAndSeed } from '../suite/reset';
import { type Check } from './outcome';
import { type Plan } from './plan';
import { runPlaywright } from './playwright';
import { runVitest } from './vitest';

const ONE_FILE_AT_A_TIME = '--no-file-parallelism';

/** The tests that run against a suite, in their order: they share its data, so one after the other. */
export function suiteTests({ parts, extra }: Plan, offset: Offset, signal: AbortSignal): Check[] {
  const env = { ...emulatorEnvironment(portsAt(offset)), PORT_OFFSET: String(offset) };
  const vitest = (project: 'server' | 'rules'): Check => ({
    name: project,
    run: () => runVitest([project], { extra: [ONE_FILE_AT_A_TIME, ...extra], env }, signal),
  });
  const journeys: Check = {
    name: 'e2e',
    run: async () => {
      const progress = linesWith('e2e: ');
      const chromium = await requireChromium(progress);
      await resetAndSeed(offset, progress.note);
      return runPlaywright({ extra, env: { ...env, CHROME_PATH: chromium } }, signal);
    },
  };
  return [
    ...(parts.includes('server') ? [vitest('server')] : []),
    ...(parts.includes('rules') ? [vitest('rules')] : []),
    ...(parts.includes('e2e') ? [journeys] : []),
  ];
}
