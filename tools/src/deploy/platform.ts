import { readFileSync } from 'node:fs';
import type { Controller } from '@quantalgo/contracts/legal/controller';
import * as z from 'zod/mini';
import {
  SERVICE_ACCOUNTS,
  getServiceAccount,
  EVENT_FUNCTIONS,
  REGION,
  TASK_FUNCTIONS,
} from '../build/functionChecks';
import { CommandError } from '../suite/command';
import { inRoot } from '../system/root';
import { type Call, gcloud, http } from './cli';
import type { DeployStep } from './plan';
import type { ProjectFacts } from './survey';

const SERVICES =
  'firestore cloudfunctions run compute eventarc cloudscheduler cloudtasks secretmanager iam iamcredentials cloudresourcemanager identitytoolkit firebasestorage firebaserules firebasehosting cloudbuild artifactregistry pubsub monitoring logging billingbudgets';

/** Project roles of the functions' accounts, conflicts Firestore's role, which all of them have. */
const ROLES: Readonly<Record<string, readonly string[]>> = {
  'eventarc.eventReceiver': ['mail', 'push', 'uploads', 'accounts', 'housekeeping'],
  'firebaseauth.admin': ['api', 'passwords', 'accounts'],
  // `watchService` checks the newest backup's age.
  'datastore.backupsViewer': ['housekeeping'],
};

const FILE_GROUPS = ['api', 'passwords', 'uploads', 'accounts'];

/** These functions open sessions, so each must sign custom tokens as its own account. */
const SIGNING_GROUPS = ['api', 'passwords'];

export const RETRY_REMEDY =
  'Run npm run deploy again. New services and accounts can take a minute to become available.';

const backupSchedulesSchema = z.array(
  z.object({
    name: z.string(),
    retention: z.string(),
    dailyRecurrence: z.optional(z.unknown()),
  }),
);

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

/** Ignores extra fields in `live`, because the platform adds names and defaults. */
export function covers(live: unknown, desired: unknown): boolean {
  if (Array.isArray(desired))
    return (
      Array.isArray(live) &&
      live.length === desired.length &&
      desired.every((element, index) => covers(live[index], element))
    );
  if (isRecord(desired))
    return (
      isRecord(live) && Object.entries(desired).every(([key, value]) => covers(live[key], value))
    );
  return live === desired;
}

export const readRootJson = (...path: string[]): unknown =>
  JSON.parse(readFileSync(inRoot(...path), 'utf8'));

interface Grant {
  readonly role: string;
  readonly member: string;
}

/** Adds missing unconditional grants to a policy. `command` adds a single grant. */
export function createGrantStep(
  name: string,
  policy: Call,
  grants: readonly Grant[],
  command: string,
  more: string[] = [],
): DeployStep {
  return {
    name,
    remedy: RETRY_REMEDY,
    findChanges: async (fetchJson) => {
      const { bindings } = (await fetchJson(policy, policySchema)) ?? { bindings: [] };
      const isGranted = ({ role, member }: Grant) =>
        bindings.some(
          (binding) =>
            binding.role === role &&
            binding.members.includes(member) &&
            binding.condition === undefined,
        );
      return grants
        .filter((grant) => !isGranted(grant))
        .map(({ role, member }) =>
          gcloud(`${command} --member=${member} --role=${role} --format=none`, ...more),
        );
    },
  };
}

export const getServiceAccountEmail = (account: string, project: string) =>
  `${account}@${project}.iam.gserviceaccount.com`;
const toMember = (account: string, project: string) =>
  `serviceAccount:${getServiceAccountEmail(account, project)}`;

function buildAccountSteps({ project, number, bucket }: ProjectFacts): DeployStep[] {
  const projectFlag = `--project=${project}`;
  const toGroupMember = (group: string) => toMember(`functions-${group}`, project);
  const agent = `serviceAccount:service-${number}@gcp-sa-firebasestorage.iam.gserviceaccount.com`;
  const roles: Grant[] = [
    ...SERVICE_ACCOUNTS.map((account) => ({
      role: 'roles/datastore.user',
      member: toMember(account, project),
    })),
    ...Object.entries(ROLES).flatMap(([role, groups]) =>
      groups.map((group) => ({ role: `roles/${role}`, member: toGroupMember(group) })),
    ),
    // Storage rules read Firestore through this agent, so every upload would be refused without
    // it. The CLI grants the role only after a prompt.
    { role: 'roles/firebaserules.firestoreServiceAgent', member: agent },
    {
      role: 'roles/cloudbuild.builds.builder',
      member: `serviceAccount:${number}-compute@developer.gserviceaccount.com`,
    },
  ];
  return [
    {
      name: 'Service accounts for the functions',
      remedy: RETRY_REMEDY,
      findChanges: async (fetchJson) => {
        const accounts = await fetchJson(
          gcloud(`iam service-accounts list ${projectFlag} --format=json`),
          z.array(z.object({ email: z.string() })),
        );
        const exists = (account: string) =>
          accounts?.some(({ email }) => email === getServiceAccountEmail(account, project));
        return SERVICE_ACCOUNTS.filter((account) => !exists(account)).map((account) =>
          gcloud(
            `iam service-accounts create ${account} ${projectFlag}`,
            `--display-name=Functions: ${account.slice('functions-'.length)}`,
          ),
        );
      },
    },
    createGrantStep(
      'Project roles',
      gcloud(`projects get-iam-policy ${project} --format=json`),
      roles,
      `projects add-iam-policy-binding ${project}`,
      ['--condition=None'],
    ),
    createGrantStep(
      'Roles on the file bucket',
      gcloud(`storage buckets get-iam-policy gs://${bucket} --format=json`),
      FILE_GROUPS.map((group) => ({
        role: 'roles/storage.objectUser',
        member: toGroupMember(group),
      })),
      `storage buckets add-iam-policy-binding gs://${bucket}`,
    ),
    ...SIGNING_GROUPS.map((group) => {
      const email = getServiceAccountEmail(`functions-${group}`, project);
      return createGrantStep(
        `Let functions-${group} sign tokens`,
        gcloud(`iam service-accounts get-iam-policy ${email} ${projectFlag} --format=json`),
        [{ role: 'roles/iam.serviceAccountTokenCreator', member: toGroupMember(group) }],
        `iam service-accounts add-iam-policy-binding ${email} ${projectFlag}`,
      );
    }),
    ...[...new Set(TASK_FUNCTIONS.map(getServiceAccount))].map((account) =>
      createGrantStep(
        `Let ${account} create tasks that run as itself`,
        gcloud(
          `iam service-accounts get-iam-policy ${getServiceAccountEmail(account, project)} ${projectFlag} --format=json`,
        ),
        [{ role: 'roles/iam.serviceAccountUser', member: toMember(account, project) }],
        `iam service-accounts add-iam-policy-binding ${getServiceAccountEmail(account, project)} ${projectFlag}`,
      ),
    ),
  ];
}

const createDatabaseStep = (project: string): DeployStep => ({
  name: 'Database in eur3, with point-in-time recovery and delete protection',
  remedy: `gcloud firestore databases list --project=${project}`,
  findChanges: async (fetchJson) => {
    const databases = await fetchJson(
      gcloud(`firestore databases list --project=${project} --format=json`),
      databaseSchema,
    );
    const database = databases?.find(({ name }) => name.endsWith('/(default)'));
    const protectionFlags = `--enable-pitr --delete-protection --project=${project}`;
    if (!database) return [gcloud(`firestore databases create --location=eur3 ${protectionFlags}`)];
    if (database.locationId !== 'eur3')
      throw new CommandError(
        `The database is in ${database.locationId}, not in eur3, and a database can't be moved. Create a new project.`,
      );
    const isProtected =
      database.pointInTimeRecoveryEnablement === 'POINT_IN_TIME_RECOVERY_ENABLED' &&
      database.deleteProtectionState === 'DELETE_PROTECTION_ENABLED';
    return isProtected ? [] : [gcloud(`firestore databases update ${protectionFlags}`)];
  },
});

/** Retention of backups and logs. The privacy page states both. */
export type Retention = Pick<Controller, 'backupWeeks' | 'logDays'>;

const SECONDS_PER_WEEK = 7 * 24 * 60 * 60;

const createBackupStep = (project: string, weeks: number): DeployStep => ({
  name: `Daily backups, kept for ${weeks} weeks`,
  remedy: RETRY_REMEDY,
  findChanges: async (fetchJson) => {
    const scope = `--database=(default) --project=${project}`;
    const list = gcloud(`firestore backups schedules list ${scope} --format=json`);
    const schedules = await fetchJson(list, backupSchedulesSchema);
    const schedule = schedules?.find(({ dailyRecurrence }) => dailyRecurrence !== undefined);
    if (!schedule)
      return [
        gcloud(
          `firestore backups schedules create ${scope} --recurrence=daily --retention=${weeks}w`,
        ),
      ];
    return schedule.retention === `${weeks * SECONDS_PER_WEEK}s`
      ? []
      : [
          gcloud(
            `firestore backups schedules update ${scope} --backup-schedule=${schedule.name.split('/').at(-1)} --retention=${weeks}w`,
          ),
        ];
  },
});

/** This bucket holds request logs, which include visitors' IP addresses. */
const createLogStep = (project: string, days: number): DeployStep => ({
  name: `Logs, kept for ${days} days`,
  remedy: RETRY_REMEDY,
  findChanges: async (fetchJson) => {
    const scope = `_Default --location=global --project=${project}`;
    const bucket = await fetchJson(
      gcloud(`logging buckets describe ${scope} --format=json`),
      z.object({ retentionDays: z.optional(z.number()) }),
    );
    return bucket?.retentionDays === days
      ? []
      : [gcloud(`logging buckets update ${scope} --retention-days=${days}`)];
  },
});

const createIdentityStep = (project: string): DeployStep => ({
  name: 'Identity Platform, with sign-up and account deletion only through our server',
  remedy: `https://console.firebase.google.com/project/${project}/authentication`,
  findChanges: async (fetchJson) => {
    const desired = {
      client: { permissions: { disabledUserSignup: true, disabledUserDeletion: true } },
    };
    const config = `https://identitytoolkit.googleapis.com/admin/v2/projects/${project}/config`;
    const live = await fetchJson(http('GET', config), identitySchema);
    if (covers(live, desired)) return [];
    const initializeUrl = `https://identitytoolkit.googleapis.com/v2/projects/${project}/identityPlatform:initializeAuth`;
    return [
      ...(live === null ? [http('POST', initializeUrl, {})] : []),
      http('PATCH', `${config}?updateMask=client.permissions`, desired),
    ];
  },
});

const createBucketStep = ({ bucket }: ProjectFacts, site: string): DeployStep => ({
  name: 'File bucket’s lifecycle rules and allowed origin',
  remedy: `gcloud storage buckets update gs://${bucket} --lifecycle-file=storage.lifecycle.json`,
  findChanges: async (fetchJson) => {
    const url = `https://storage.googleapis.com/storage/v1/b/${bucket}`;
    const desired = {
      lifecycle: readRootJson('storage.lifecycle.json'),
      cors: [{ origin: [site], method: ['GET'], maxAgeSeconds: 3600 }],
    };
    return covers(await fetchJson(http('GET', url), bucketSchema), desired)
      ? []
      : [http('PATCH', url, desired)];
  },
});

export function buildPlatformSteps(
  facts: ProjectFacts,
  site: string,
  { backupWeeks, logDays }: Retention,
): DeployStep[] {
  const { project } = facts;
  return [
    {
      name: 'Services',
      remedy: `gcloud services list --available --project=${project}`,
      findChanges: async (fetchJson) => {
        const enabled = await fetchJson(
          gcloud(`services list --enabled --project=${project} --format=json`),
          z.array(z.object({ config: z.object({ name: z.string() }) })),
        );
        const isEnabled = (service: string) =>
          enabled?.some(({ config }) => config.name === service);
        const missing = SERVICES.split(' ')
          .map((name) => `${name}.googleapis.com`)
          .filter((service) => !isEnabled(service));
        return missing.length === 0
          ? []
          : [gcloud(`services enable ${missing.join(' ')} --project=${project}`)];
      },
    },
    createDatabaseStep(project),
    createBackupStep(project, backupWeeks),
    createLogStep(project, logDays),
    ...buildAccountSteps(facts),
    createIdentityStep(project),
    createBucketStep(facts, site),
  ];
}

/** The CLI grants this role only to accounts of scheduled functions, not of event functions. */
export const buildInvokerSteps = ({ project }: ProjectFacts): DeployStep[] =>
  EVENT_FUNCTIONS.map((name) => {
    const service = `${name.toLowerCase()} --region=${REGION} --project=${project}`;
    return createGrantStep(
      `Let events start ${name}`,
      gcloud(`run services get-iam-policy ${service} --format=json`),
      [{ role: 'roles/run.invoker', member: toMember(getServiceAccount(name), project) }],
      `run services add-iam-policy-binding ${service}`,
    );
  });
