import { requireChromium } from '../../emulators/chromium';
import { linesWith } from '../command/progress';
import { openSuite } from '../invariants/project';
import { scan } from '../invariants/scan';
import { emulatorEnvironment } from '../suite/environment';
import { type Offset, portsAt } from '../suite/ports';
import { resetAndSeed } from '../suite/reset';
import { type Check } from './outcome';
import { logsWithoutPersonalData } from './personalData';
import { type Plan } from './plan';
import { runPlaywright } from './playwright';
import { rulesCoverage } from './rulesCoverage';
import { runVitest } from './vitest';

/** Triggers mirror what the last journey did within this time. */
const PATIENCE_MS = 20_000;

/**
 * The tests that run against suites, in their order: they share the data of the first, so one kind after the other.
 * Journeys share nothing with those that run on the second.
 */
export function suiteTests(
  { parts, extra }: Plan,
  offsets: readonly Offset[],
  signal: AbortSignal,
): Check[] {
  const [offset, second] = offsets;
  if (offset === undefined) return [];
  const env = { ...emulatorEnvironment(portsAt(offset)), PORT_OFFSET: String(offset) };
  const vitest = (name: string, projects: string[]): Check => ({
    name,
    run: () => runVitest(projects, { extra, env }, signal),
  });
  const journeys: Check = {
    name: 'e2e',
    run: async () => {
      const progress = linesWith('e2e: ');
      const chromium = await requireChromium(progress);
      for (const one of offsets) await resetAndSeed(one, progress.note);
      const beside = second === undefined ? {} : { SECOND_PORT_OFFSET: String(second) };
      return runPlaywright({ extra, env: { ...env, ...beside, CHROME_PATH: chromium } }, signal);
    },
  };
  const coverage: Check = { name: 'rules coverage', run: () => rulesCoverage(portsAt(offset)) };
  const promises = offsets.map((one): Check => ({
    name: one === offset ? 'invariants' : 'invariants of the second suite',
    run: async () => {
      const project = openSuite(portsAt(one));
      return scan(project, PATIENCE_MS).finally(() => project.close());
    },
  }));
  const logs = offsets.map((one): Check => ({
    name: one === offset ? 'logs' : 'logs of the second suite',
    run: () => Promise.resolve(logsWithoutPersonalData(one)),
  }));
  return [
    ...(parts.includes('server') ? [vitest('server', ['server', 'alone'])] : []),
    ...(parts.includes('rules')
      ? [vitest('rules', ['rules']), ...(extra.length === 0 ? [coverage] : [])]
      : []),
    ...(parts.includes('e2e') ? [journeys, ...promises, ...logs] : []),
  ];
}
