import { findSettingProblems } from '../../src/build/deployChecks';
import type { DeployedFunction } from '../../src/build/deployment';
import type { Run } from '../../src/deploy/cli';
import { deployProject } from '../../src/deploy/release';
import type { Canary } from '../../src/deploy/smoke';
import { OWNER_SETTINGS } from '../fixtures/projectSettings';
import { COMMIT, PROJECT, createRecordedRun, SITE } from './recorded';

export const SETTINGS = {
  SITE_URL: SITE,
  WEB_API_KEY: 'AIzaSyExampleOfAPublicKey',
  MAIL_FROM: 'Lumen <no-reply@lumen.example.com>',
  MARKET_DATA: 'twelvedata',
  ALERT_PAGE_CHANNEL: 'On call',
  ALERT_MAIL_CHANNEL: 'Team',
  ...OWNER_SETTINGS,
};

const CHANNELS = { page: 'On call', mail: 'Team' };

const secrets = [{ key: 'MAIL_KEY' }];

export const DECLARED: Readonly<Record<string, DeployedFunction>> = {
  api: { availableMemoryMb: 512, maxInstances: 4, secretEnvironmentVariables: secrets },
  stampHead: { availableMemoryMb: 256, cpu: 0.2, maxInstances: 1 },
};

interface Scenario {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly fails?: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly answer?: boolean;
  readonly isBuilt?: boolean;
  readonly again?: boolean;
  readonly address?: string;
  readonly budget?: string;
  readonly functions?: Readonly<Record<string, DeployedFunction>>;
  readonly failure?: string | null;
  readonly allowPaused?: boolean;
  readonly deployer?: string | null;
  readonly through?: (run: Run) => Run;
}

export async function runDeployment({
  answers,
  fails,
  settings = SETTINGS,
  answer = true,
  address = SITE,
  budget,
  functions = DECLARED,
  failure = null,
  allowPaused = false,
  deployer = null,
  through = (run) => run,
  ...code
}: Scenario) {
  const { run, changes, looks } = createRecordedRun(answers, fails);
  const lines: string[] = [];
  const tested: string[] = [];
  const confirm = () => Promise.resolve(answer);
  const options = {
    project: PROJECT,
    address,
    channels: CHANNELS,
    retention: { backupWeeks: 14, logDays: 30 },
    budget,
    code: { commit: COMMIT, isBuilt: false, again: false, ...code },
    functions,
    smoke: ({ canary }: { canary: Canary | null }) => {
      tested.push(canary?.email ?? 'nobody');
      return Promise.resolve(failure);
    },
    allowPaused,
    deployer,
    problems: findSettingProblems(settings),
  };
  const context = { run: through(run), confirm, say: (line: string) => lines.push(line) };
  const outcome = await deployProject(options, context).catch((error: unknown) => String(error));
  return { outcome, changes, looks, tested, text: [...lines, String(outcome)].join('\n') };
}
