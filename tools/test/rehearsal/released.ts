import { deployTo } from '../../src/deploy/release';
import { type Run, textOf } from '../../src/deploy/cli';
import { type SmokePlace, smokeTest } from '../../src/deploy/smoke';
import { DECLARED } from '../deploy/deployed';
import * as recordings from '../deploy/recorded';
import type { SitePin, Stage } from './stage';

const { BEFORE, COMMIT, HOSTING, PROJECT, release } = recordings;

interface Change {
  /** Seconds since the site was released; undefined before. */
  readonly at: number | undefined;
  readonly call: string;
}

/**
 * Deploys over an earlier commit as `npm run deploy` does, to the stage: its functions and site are real, what else the
 * platform says of itself are recorded answers.
 * @param answers that differ from those of a whole project
 */
export async function deployToStage(
  stage: Stage,
  place: SmokePlace,
  answers: Readonly<Record<string, unknown>> = {},
) {
  const live: Record<string, unknown> = {
    ...recordings.WHOLE,
    [recordings.FUNCTIONS]: recordings.functionsFrom(BEFORE, BEFORE),
    [HOSTING]: { releases: [release('v2', BEFORE), release('v1')] },
    ...answers,
  };
  const { run: recorded } = recordings.recorded(live);
  const before = stage.sitePin();
  const changes: Change[] = [];
  const lines: string[] = [];
  let releasedAt: number | undefined;
  let next: SitePin = before;
  const run: Run = async (program, args) => {
    const call = textOf({ program, args });
    const result = await recorded(program, args);
    if (/ --(format=)?json$|^GET /.test(call)) return result;
    const at = releasedAt === undefined ? undefined : (performance.now() - releasedAt) / 1000;
    changes.push({ at, call });
    if (call.includes('--only functions')) next = await stage.deployFunctions();
    if (call.includes('hosting:clone')) stage.releaseSite(before);
    if (call.includes('--only hosting')) {
      stage.releaseSite(next);
      live[HOSTING] = { releases: [release('v3', COMMIT), release('v2', BEFORE), release('v1')] };
      releasedAt = performance.now();
    }
    return result;
  };
  const say = (line: string) => lines.push(line);
  const order = {
    project: PROJECT,
    address: recordings.SITE,
    channels: { page: 'On call', mail: 'Team' },
    budget: undefined,
    retention: { backupWeeks: 14, logDays: 30 },
    code: { commit: COMMIT, isBuilt: true, again: false },
    functions: DECLARED,
    smoke: () => smokeTest(place, say),
    deployer: null,
    allowPaused: false,
    problems: [],
  };
  const confirm = () => Promise.resolve(true);
  const outcome = await deployTo(order, { run, say, confirm }).catch((error: unknown) =>
    String(error),
  );
  return { outcome, changes, text: lines.join('\n') };
}
