import { deployProject } from '../../src/deploy/release';
import { type Run, formatCall } from '../../src/deploy/cli';
import { type SmokeTarget, runSmokeTest } from '../../src/deploy/smoke';
import { DECLARED } from '../deploy/deployed';
import * as recordings from '../deploy/recorded';
import type { SitePin, Stage } from './stage';

const { BEFORE, COMMIT, HOSTING, PROJECT, release } = recordings;

interface Change {
  /** Seconds since the site's release; undefined before. */
  readonly at: number | undefined;
  readonly call: string;
}

/**
 * Deploys over an earlier commit like `npm run deploy`. Functions and site are real; everything
 * else is recorded.
 * @param answers that differ from those of a complete project
 */
export async function deployToStage(
  stage: Stage,
  target: SmokeTarget,
  answers: Readonly<Record<string, unknown>> = {},
) {
  const live: Record<string, unknown> = {
    ...recordings.WHOLE,
    [recordings.FUNCTIONS]: recordings.functionsFrom(BEFORE, BEFORE),
    [HOSTING]: { releases: [release('v2', BEFORE), release('v1')] },
    ...answers,
  };
  const { run: recordedRun } = recordings.createRecordedRun(live);
  const previousPin = stage.sitePin();
  const changes: Change[] = [];
  const lines: string[] = [];
  let releasedAt: number | undefined;
  let nextPin: SitePin = previousPin;
  const run: Run = async (program, args) => {
    const call = formatCall({ program, args });
    const result = await recordedRun(program, args);
    if (/ --(format=)?json$|^GET /.test(call)) return result;
    const at = releasedAt === undefined ? undefined : (performance.now() - releasedAt) / 1000;
    changes.push({ at, call });
    if (call.includes('--only functions')) nextPin = await stage.deployFunctions();
    if (call.includes('hosting:clone')) stage.releaseSite(previousPin);
    if (call.includes('--only hosting')) {
      stage.releaseSite(nextPin);
      live[HOSTING] = { releases: [release('v3', COMMIT), release('v2', BEFORE), release('v1')] };
      releasedAt = performance.now();
    }
    return result;
  };
  const say = (line: string) => lines.push(line);
  const options = {
    project: PROJECT,
    address: recordings.SITE,
    channels: { page: 'On call', mail: 'Team' },
    budget: undefined,
    retention: { backupWeeks: 14, logDays: 30 },
    code: { commit: COMMIT, isBuilt: true, again: false },
    functions: DECLARED,
    smoke: () => runSmokeTest(target, say),
    deployer: null,
    allowPaused: false,
    problems: [],
  };
  const confirm = () => Promise.resolve(true);
  const outcome = await deployProject(options, { run, say, confirm }).catch((error: unknown) =>
    String(error),
  );
  return { outcome, changes, text: lines.join('\n') };
}
