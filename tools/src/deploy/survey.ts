import * as z from 'zod/mini';
import { problemUnless } from '../build/deployment';
import { SECRETS } from '../build/functionChecks';
import { type AlertChannels, findChannels } from './alerts';
import { type FetchJson, firebase, gcloud } from './cli';

export interface ProjectFacts {
  readonly project: string;
  readonly number: string;
  readonly billingAccount: string;
  /** The web app's configuration as JSON, the value of VITE_FIREBASE. */
  readonly app: string;
  readonly bucket: string;
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
const RANDOM_COMMAND = 'openssl rand -base64 48';
const RANDOM_KEY = /_KEY$/;
const EXTERNAL_SECRETS = ['TWELVEDATA_KEY', 'VAPID_PRIVATE_KEY', 'SMTP_URL'];

function getSetCommand(secret: string, project: string): string {
  const command = `npx firebase functions:secrets:set ${secret} --project ${project}`;
  if (secret === 'PASSWORD_PEPPER')
    return `echo -n "1:$(${RANDOM_COMMAND})" | ${command} --data-file -`;
  // Sites without a bot need these too, because functions can't be deployed with a missing secret.
  if (secret.startsWith('TELEGRAM_'))
    return `echo -n off | ${command} --data-file - (replace “off” with its value if the site has a bot)`;
  // Prompts for the value. `--non-interactive` only skips the offer to destroy the previous
  // version, which deployed functions still use.
  if (EXTERNAL_SECRETS.includes(secret) || !RANDOM_KEY.test(secret))
    return `${command} --non-interactive --data-file -`;
  return `${RANDOM_COMMAND} | tr -d '\\n' | ${command} --data-file -`;
}

/** Finds secrets without an enabled version. Never reads their values. */
async function findMissingSecrets(fetchJson: FetchJson, project: string): Promise<string[]> {
  const states = await Promise.all(
    SECRETS.map((name) =>
      fetchJson(
        gcloud(
          `secrets versions describe latest --secret=${name} --project=${project} --format=json`,
        ),
        versionSchema,
      ),
    ),
  );
  return SECRETS.filter((_, index) => states[index]?.state !== 'ENABLED').map(
    (name) => `The secret ${name} is not set. Run ${getSetCommand(name, project)}`,
  );
}

export async function fetchWebApp(fetchJson: FetchJson, project: string) {
  const app = await fetchJson(
    firebase(`apps:sdkconfig WEB --project ${project} --json`),
    appSchema,
  );
  return app?.result.sdkConfig ?? null;
}

export async function findProject(fetchJson: FetchJson, project: string) {
  const [details, billing] = await Promise.all([
    fetchJson(gcloud(`projects describe ${project} --format=json`), projectSchema),
    fetchJson(gcloud(`billing projects describe ${project} --format=json`), billingSchema),
  ]);
  return {
    number: details?.projectNumber ?? '',
    isPaid: billing?.billingEnabled === true,
    billingAccount: (billing?.billingAccountName ?? '').replace('billingAccounts/', ''),
  };
}

/**
 * Checks all manual prerequisites. Changes nothing.
 * @returns the facts, and each missing prerequisite with the command that creates it
 */
export async function surveyProject(fetchJson: FetchJson, project: string, titles: AlertChannels) {
  const flags = `--project=${project} --format=json`;
  const [{ number, isPaid, billingAccount }, config, alerts, secrets] = await Promise.all([
    findProject(fetchJson, project),
    fetchWebApp(fetchJson, project),
    findChannels(fetchJson, project, titles),
    findMissingSecrets(fetchJson, project),
  ]);
  const bucket = config?.storageBucket ?? '';
  const bucketDetails =
    bucket === ''
      ? null
      : await fetchJson(gcloud(`storage buckets describe gs://${bucket} ${flags}`), bucketSchema);
  const facts: ProjectFacts = {
    project,
    number,
    billingAccount,
    app: JSON.stringify(config ?? {}),
    bucket,
    channels: alerts.channels,
  };
  const problems = [
    ...problemUnless(
      number !== '',
      `Project ${project} was not found. Run npx firebase projects:create ${project}`,
    ),
    ...problemUnless(
      isPaid,
      `${project} has no billing account. Run gcloud billing projects link ${project} --billing-account=ID`,
    ),
    ...problemUnless(
      config !== null,
      `The project has no web app. Run npx firebase apps:create WEB quantalgo --project ${project}`,
    ),
    ...problemUnless(
      bucketDetails?.location.toLowerCase() === 'europe-west1',
      `The project has no file bucket in europe-west1. Create one at https://console.firebase.google.com/project/${project}/storage`,
    ),
    ...alerts.problems,
    ...secrets,
  ];
  return { facts, problems };
}
