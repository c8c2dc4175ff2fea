import * as z from 'zod/mini';
import { SECRETS } from '../build/functionChecks';
import { type AlertChannels, findChannels } from './alerts';
import { type Ask, firebase, gcloud } from './cli';

/** The facts about a project that no step creates. */
export interface ProjectFacts {
  readonly project: string;
  /** The project's number, part of the names of the platform's own accounts. */
  readonly number: string;
  readonly billingAccount: string;
  /** The web app's configuration, as JSON: the value of VITE_FIREBASE. */
  readonly app: string;
  readonly bucket: string;
  /** The Cloud Monitoring channels for alerts, by their resource names. */
  readonly channels: AlertChannels;
}

const projectSchema = z.object({ projectNumber: z.string() });
const billingSchema = z.object({
  billingEnabled: z._default(z.boolean(), false),
  billingAccountName: z.string(),
});
const appSchema = z.object({
  result: z.object({ sdkConfig: z.looseObject({ storageBucket: z._default(z.string(), '') }) }),
});
const bucketSchema = z.object({ location: z.string() });
const versionSchema = z.object({ state: z.string() });
const RANDOM = 'openssl rand -base64 48';
const MADE_OURSELVES = /_KEY$/;
const GIVEN = ['TWELVEDATA_KEY', 'VAPID_PRIVATE_KEY', 'SMTP_URL'];

/** The command that sets a secret. */
function settingOf(secret: string, project: string): string {
  const sets = `npx firebase functions:secrets:set ${secret} --project ${project}`;
  if (secret === 'PASSWORD_PEPPER') return `echo -n "1:$(${RANDOM})" | ${sets} --data-file -`;
  // A site without a bot has them too: a function can't be deployed with a secret that is not there.
  if (secret.startsWith('TELEGRAM_')) return `echo -n off | ${sets} --data-file -, or its value`;
  // It asks for the secret, and not whether to destroy the one that deployed functions still run with.
  if (GIVEN.includes(secret) || !MADE_OURSELVES.test(secret))
    return `${sets} --non-interactive --data-file -`;
  return `${RANDOM} | tr -d '\\n' | ${sets} --data-file -`;
}

/** A problem for each secret without an enabled version. The values are never read. */
async function missingSecrets(ask: Ask, project: string): Promise<string[]> {
  const states = await Promise.all(
    SECRETS.map((name) =>
      ask(
        gcloud(
          `secrets versions describe latest --secret=${name} --project=${project} --format=json`,
        ),
        versionSchema,
      ),
    ),
  );
  return SECRETS.filter((_, index) => states[index]?.state !== 'ENABLED').map(
    (name) => `The secret ${name} is not set: ${settingOf(name, project)}`,
  );
}

/**
 * The Firebase configuration of the project's web app; as JSON it is the value of VITE_FIREBASE.
 * @returns null if there is no web app
 */
export async function appOf(ask: Ask, project: string) {
  const app = await ask(firebase(`apps:sdkconfig WEB --project ${project} --json`), appSchema);
  return app?.result.sdkConfig ?? null;
}

const orProblem = (isThere: boolean, problem: string): string[] => (isThere ? [] : [problem]);

/** A project's number, and the account that pays for it; empty if there is none. */
export async function findProject(ask: Ask, project: string) {
  const [described, billing] = await Promise.all([
    ask(gcloud(`projects describe ${project} --format=json`), projectSchema),
    ask(gcloud(`billing projects describe ${project} --format=json`), billingSchema),
  ]);
  return {
    number: described?.projectNumber ?? '',
    isPaid: billing?.billingEnabled === true,
    billingAccount: (billing?.billingAccountName ?? '').replace('billingAccounts/', ''),
  };
}

/**
 * Checks all prerequisites before anything is changed.
 * @returns the facts, and each missing prerequisite with the command that creates it
 */
export async function survey(ask: Ask, project: string, titles: AlertChannels) {
  const of = `--project=${project} --format=json`;
  const [{ number, isPaid, billingAccount }, config, alerts, secrets] = await Promise.all([
    findProject(ask, project),
    appOf(ask, project),
    findChannels(ask, project, titles),
    missingSecrets(ask, project),
  ]);
  const bucket = config?.storageBucket ?? '';
  const stored =
    bucket === ''
      ? null
      : await ask(gcloud(`storage buckets describe gs://${bucket} ${of}`), bucketSchema);
  const facts: ProjectFacts = {
    project,
    number,
    billingAccount,
    app: JSON.stringify(config ?? {}),
    bucket,
    channels: alerts.channels,
  };
  const problems = [
    ...orProblem(
      number !== '',
      `There is no project ${project}: npx firebase projects:create ${project}`,
    ),
    ...orProblem(
      isPaid,
      `Nobody pays for ${project}: gcloud billing projects link ${project} --billing-account=ID`,
    ),
    ...orProblem(
      config !== null,
      `There is no web app: npx firebase apps:create WEB quantalgo --project ${project}`,
    ),
    ...orProblem(
      stored?.location.toLowerCase() === 'europe-west1',
      `There is no bucket of files in europe-west1: https://console.firebase.google.com/project/${project}/storage`,
    ),
    ...alerts.problems,
    ...secrets,
  ];
  return { facts, problems };
}
