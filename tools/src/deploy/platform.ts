import { readFileSync } from 'node:fs';
import type { Controller } from '@quantalgo/contracts/legal/controller';
import * as z from 'zod/mini';
import { ACCOUNTS, accountOf, EVENT_DRIVEN, REGION, TASK_DRIVEN } from '../build/functionChecks';
import { CommandError } from '../suite/command';
import { inRoot } from '../system/root';
import { type Call, gcloud, http } from './cli';
import type { DeployStep } from './plan';
import type { ProjectFacts } from './survey';

const SERVICES =
  'firestore cloudfunctions run compute eventarc cloudscheduler cloudtasks secretmanager iam iamcredentials cloudresourcemanager identitytoolkit firebasestorage firebaserules firebasehosting cloudbuild artifactregistry pubsub monitoring logging billingbudgets';

/** The project roles of the functions' accounts, apart from Firestore's, which all of them have. */
const ROLES: Readonly<Record<string, readonly string[]>> = {
  'eventarc.eventReceiver': ['mail', 'push', 'uploads', 'accounts', 'housekeeping'],
  'firebaseauth.admin': ['api', 'passwords', 'accounts'],
  // The watcher looks for the newest backup.
  'datastore.backupsViewer': ['housekeeping'],
};

const WITH_FILES = ['api', 'passwords', 'uploads', 'accounts'];

/** Groups that open sessions: each signs custom tokens as itself. */
const SIGNING = ['api', 'passwords'];

export const AGAIN =
  'npm run deploy again: a service or an account that was just made takes a minute to be known';

const backupSchedulesSchema = z.array(z.object({ name: z.string(), retention: z.string() }));
export const policySchema = z.object({
  bindings: z._default(
    z.array(
      z.object({
        role: z.string(),
        members: z.array(z.string()),
        condition: z.optional(z.unknown()),
      }),
    ),
    [],
  ),
});
const databaseSchema = z.array(
  z.object({
    name: z.string(),
    locationId: z.string(),
    pointInTimeRecoveryEnablement: z.optional(z.string()),
    deleteProtectionState: z.optional(z.string()),
  }),
);
const identitySchema = z.object({
  client: z.optional(
    z.object({
      permissions: z.optional(
        z.object({
          disabledUserSignup: z.optional(z.boolean()),
          disabledUserDeletion: z.optional(z.boolean()),
        }),
      ),
    }),
  ),
});
const bucketSchema = z.object({
  lifecycle: z.optional(z.unknown()),
  cors: z.optional(z.unknown()),
});
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether the live state contains everything wanted; the platform adds names and defaults. */
export function covers(live: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted))
    return (
      Array.isArray(live) &&
      live.length === wanted.length &&
      wanted.every((one, at) => covers(live[at], one))
    );
  if (isRecord(wanted))
    return (
      isRecord(live) && Object.entries(wanted).every(([key, value]) => covers(live[key], value))
    );
  return live === wanted;
}

export const jsonOf = (...path: string[]): unknown =>
  JSON.parse(readFileSync(inRoot(...path), 'utf8'));

interface Grant {
  readonly role: string;
  readonly member: string;
}

/** A step that adds the missing unconditional grants to a policy; `command` is the resource's command to add one. */
export function granting(
  name: string,
  policy: Call,
  grants: readonly Grant[],
  command: string,
  more: string[] = [],
): DeployStep {
  return {
    name,
    remedy: AGAIN,
    look: async (ask) => {
      const { bindings } = (await ask(policy, policySchema)) ?? { bindings: [] };
      const has = ({ role, member }: Grant) =>
        bindings.some(
          (one) => one.role === role && one.members.includes(member) && one.condition === undefined,
        );
      return grants
        .filter((grant) => !has(grant))
        .map(({ role, member }) =>
          gcloud(`${command} --member=${member} --role=${role} --format=none`, ...more),
        );
    },
  };
}

export const emailOf = (account: string, project: string) =>
  `${account}@${project}.iam.gserviceaccount.com`;
const memberOf = (account: string, project: string) =>
  `serviceAccount:${emailOf(account, project)}`;

/** The functions' service accounts, and all permissions of each. */
function accountSteps({ project, number, bucket }: ProjectFacts): DeployStep[] {
  const of = `--project=${project}`;
  const member = (group: string) => memberOf(`functions-${group}`, project);
  const agent = `serviceAccount:service-${number}@gcp-sa-firebasestorage.iam.gserviceaccount.com`;
  const roles: Grant[] = [
    ...ACCOUNTS.map((account) => ({
      role: 'roles/datastore.user',
      member: memberOf(account, project),
    })),
    ...Object.entries(ROLES).flatMap(([role, groups]) =>
      groups.map((group) => ({ role: `roles/${role}`, member: member(group) })),
    ),
    // Storage rules read Firestore through it; without it every upload is refused. The CLI grants it only after a
    // prompt.
    { role: 'roles/firebaserules.firestoreServiceAgent', member: agent },
    {
      role: 'roles/cloudbuild.builds.builder',
      member: `serviceAccount:${number}-compute@developer.gserviceaccount.com`,
    },
  ];
  return [
    {
      name: 'Service accounts of the functions',
      remedy: AGAIN,
      look: async (ask) => {
        const accounts = await ask(
          gcloud(`iam service-accounts list ${of} --format=json`),
          z.array(z.object({ email: z.string() })),
        );
        const isThere = (account: string) =>
          accounts?.some(({ email }) => email === emailOf(account, project));
        return ACCOUNTS.filter((account) => !isThere(account)).map((account) =>
          gcloud(
            `iam service-accounts create ${account} ${of}`,
            `--display-name=Functions: ${account.slice('functions-'.length)}`,
          ),
        );
      },
    },
    granting(
      'Roles in the project',
      gcloud(`projects get-iam-policy ${project} --format=json`),
      roles,
      `projects add-iam-policy-binding ${project}`,
      ['--condition=None'],
    ),
    granting(
      'Roles on the bucket of files',
      gcloud(`storage buckets get-iam-policy gs://${bucket} --format=json`),
      WITH_FILES.map((group) => ({ role: 'roles/storage.objectUser', member: member(group) })),
      `storage buckets add-iam-policy-binding gs://${bucket}`,
    ),
    ...SIGNING.map((group) => {
      const email = emailOf(`functions-${group}`, project);
      return granting(
        `The account of ${group} signs tokens`,
        gcloud(`iam service-accounts get-iam-policy ${email} ${of} --format=json`),
        [{ role: 'roles/iam.serviceAccountTokenCreator', member: member(group) }],
        `iam service-accounts add-iam-policy-binding ${email} ${of}`,
      );
    }),
    ...[...new Set(TASK_DRIVEN.map(accountOf))].map((account) =>
      granting(
        `${account} adds tasks that run as itself`,
        gcloud(
          `iam service-accounts get-iam-policy ${emailOf(account, project)} ${of} --format=json`,
        ),
        [{ role: 'roles/iam.serviceAccountUser', member: memberOf(account, project) }],
        `iam service-accounts add-iam-policy-binding ${emailOf(account, project)} ${of}`,
      ),
    ),
  ];
}

const databaseStep = (project: string): DeployStep => ({
  name: 'Database in eur3, with its way back and protected',
  remedy: `gcloud firestore databases list --project=${project}`,
  look: async (ask) => {
    const all = await ask(
      gcloud(`firestore databases list --project=${project} --format=json`),
      databaseSchema,
    );
    const found = all?.find(({ name }) => name.endsWith('/(default)'));
    const kept = `--enable-pitr --delete-protection --project=${project}`;
    if (!found) return [gcloud(`firestore databases create --location=eur3 ${kept}`)];
    if (found.locationId !== 'eur3')
      throw new CommandError(
        `The database is in ${found.locationId}, not in eur3, and can't be moved: begin with a new project.`,
      );
    const isKept =
      found.pointInTimeRecoveryEnablement === 'POINT_IN_TIME_RECOVERY_ENABLED' &&
      found.deleteProtectionState === 'DELETE_PROTECTION_ENABLED';
    return isKept ? [] : [gcloud(`firestore databases update ${kept}`)];
  },
});

/** How long copies last that no member sees, as the privacy page says. */
export type Retention = Pick<Controller, 'backupWeeks' | 'logDays'>;

const SECONDS_A_WEEK = 7 * 24 * 60 * 60;

const backupStep = (project: string, weeks: number): DeployStep => ({
  name: `Daily backups, kept for ${weeks} weeks`,
  remedy: AGAIN,
  look: async (ask) => {
    const which = `--database=(default) --project=${project}`;
    const list = gcloud(`firestore backups schedules list ${which} --format=json`);
    const [schedule] = (await ask(list, backupSchedulesSchema)) ?? [];
    if (!schedule)
      return [
        gcloud(
          `firestore backups schedules create ${which} --recurrence=daily --retention=${weeks}w`,
        ),
      ];
    return schedule.retention === `${weeks * SECONDS_A_WEEK}s`
      ? []
      : [
          gcloud(
            `firestore backups schedules update ${which} --backup-schedule=${schedule.name.split('/').at(-1)} --retention=${weeks}w`,
          ),
        ];
  },
});

/** The bucket that Cloud Logging stores request lines in, visitors' addresses among them. */
const logStep = (project: string, days: number): DeployStep => ({
  name: `Logs, kept for ${days} days`,
  remedy: AGAIN,
  look: async (ask) => {
    const which = `_Default --location=global --project=${project}`;
    const bucket = await ask(
      gcloud(`logging buckets describe ${which} --format=json`),
      z.object({ retentionDays: z.optional(z.number()) }),
    );
    return bucket?.retentionDays === days
      ? []
      : [gcloud(`logging buckets update ${which} --retention-days=${days}`)];
  },
});

/** Disables Firebase's own sign-up and account deletion, so that both go through our server. */
const identityStep = (project: string): DeployStep => ({
  name: 'Identity Platform: nobody signs up or deletes an account past the server',
  remedy: `https://console.firebase.google.com/project/${project}/authentication`,
  look: async (ask) => {
    const wanted = {
      client: { permissions: { disabledUserSignup: true, disabledUserDeletion: true } },
    };
    const config = `https://identitytoolkit.googleapis.com/admin/v2/projects/${project}/config`;
    const live = await ask(http('GET', config), identitySchema);
    if (covers(live, wanted)) return [];
    const begin = `https://identitytoolkit.googleapis.com/v2/projects/${project}/identityPlatform:initializeAuth`;
    return [
      ...(live === null ? [http('POST', begin, {})] : []),
      http('PATCH', `${config}?updateMask=client.permissions`, wanted),
    ];
  },
});

const bucketStep = ({ bucket }: ProjectFacts, site: string): DeployStep => ({
  name: 'Bucket of files: what it deletes by itself, and which site may fetch from it',
  remedy: `gcloud storage buckets update gs://${bucket} --lifecycle-file=storage.lifecycle.json`,
  look: async (ask) => {
    const url = `https://storage.googleapis.com/storage/v1/b/${bucket}`;
    const wanted = {
      lifecycle: jsonOf('storage.lifecycle.json'),
      cors: [{ origin: [site], method: ['GET'], maxAgeSeconds: 3600 }],
    };
    return covers(await ask(http('GET', url), bucketSchema), wanted)
      ? []
      : [http('PATCH', url, wanted)];
  },
});

/** All steps for a project before any code. */
export function platformSteps(
  facts: ProjectFacts,
  site: string,
  { backupWeeks, logDays }: Retention,
): DeployStep[] {
  const { project } = facts;
  return [
    {
      name: 'Services',
      remedy: `gcloud services list --available --project=${project}`,
      look: async (ask) => {
        const on = await ask(
          gcloud(`services list --enabled --project=${project} --format=json`),
          z.array(z.object({ config: z.object({ name: z.string() }) })),
        );
        const isOn = (service: string) => on?.some(({ config }) => config.name === service);
        const off = SERVICES.split(' ')
          .map((name) => `${name}.googleapis.com`)
          .filter((service) => !isOn(service));
        return off.length === 0
          ? []
          : [gcloud(`services enable ${off.join(' ')} --project=${project}`)];
      },
    },
    databaseStep(project),
    backupStep(project, backupWeeks),
    logStep(project, logDays),
    ...accountSteps(facts),
    identityStep(project),
    bucketStep(facts, site),
  ];
}

/** Lets events start functions: the CLI grants this only to the accounts of scheduled functions. */
export const invokerSteps = ({ project }: ProjectFacts): DeployStep[] =>
  EVENT_DRIVEN.map((name) => {
    const service = `${name.toLowerCase()} --region=${REGION} --project=${project}`;
    return granting(
      `Events start ${name}`,
      gcloud(`run services get-iam-policy ${service} --format=json`),
      [{ role: 'roles/run.invoker', member: memberOf(accountOf(name), project) }],
      `run services add-iam-policy-binding ${service}`,
    );
  });
