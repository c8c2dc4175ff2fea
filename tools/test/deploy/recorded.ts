import { readdirSync, readFileSync } from 'node:fs';
import { SCHEDULES } from '@quantalgo/contracts/core/time';
import * as z from 'zod/mini';
import { SERVICE_ACCOUNTS, EVENT_FUNCTIONS, SECRETS } from '../../src/build/functionChecks';
import { type CommandResult, type Run, formatCall } from '../../src/deploy/cli';
import { inRoot } from '../../src/system/root';

/**
 * Answers of CLIs and APIs, written by hand from their documentation. Keys are calls as one would
 * type them.
 */

export const PROJECT = 'lumen-staging';
export const COMMIT = 'a'.repeat(40);
export const BEFORE = 'b'.repeat(40);
export const SITE = 'https://lumen.example.com';
const BUCKET = `${PROJECT}.firebasestorage.app`;

const NUMBER = '314159265358';
const PROJECT_FLAG = `--project=${PROJECT}`;
const JSON_FLAGS = `${PROJECT_FLAG} --format=json`;

type Answers = Readonly<Record<string, unknown>>;

const readFile = (...path: string[]) => readFileSync(inRoot(...path), 'utf8');
const readJson = (...path: string[]): unknown => JSON.parse(readFile(...path));

const toEmail = (group: string) => `functions-${group}@${PROJECT}.iam.gserviceaccount.com`;
const toMembers = (...groups: string[]) =>
  groups.map((group) => `serviceAccount:${toEmail(group)}`);
const createBinding = (role: string, ...of: string[]) => ({ members: of, role: `roles/${role}` });
const createPolicy = (...bindings: object[]) => ({ bindings, etag: 'BwYk1y2xVfY=', version: 1 });

/** As `versions describe` shows it, without its value. */
const SECRET = {
  createTime: '2026-11-02T09:12:44.102938Z',
  etag: '"162a1b2c3d4e5f"',
  state: 'ENABLED',
};
export const secret = (name: string) =>
  `gcloud secrets versions describe latest --secret=${name} ${JSON_FLAGS}`;

const APP = {
  projectId: PROJECT,
  appId: `1:${NUMBER}:web:0a1b2c3d4e5f`,
  storageBucket: BUCKET,
  apiKey: 'AIzaSyExampleOfAPublicKey',
  authDomain: `${PROJECT}.firebaseapp.com`,
  messagingSenderId: NUMBER,
};

export const quota = (metric: string) =>
  `GET 'https://serviceusage.googleapis.com/v1beta1/projects/${PROJECT}/services/run.googleapis.com/consumerQuotaMetrics/run.googleapis.com%2F${metric}?view=FULL'`;

/** As Service Usage lists it: the default limit, then those of some regions. */
export const buildQuota = (metric: string, limit: string, others = limit) => ({
  name: `projects/${NUMBER}/services/run.googleapis.com/consumerQuotaMetrics/run.googleapis.com%2F${metric}`,
  metric: `run.googleapis.com/${metric}`,
  displayName: metric,
  unit: '1',
  consumerQuotaLimits: [
    {
      name: `projects/${NUMBER}/services/run.googleapis.com/consumerQuotaMetrics/run.googleapis.com%2F${metric}/limits/%2Fproject%2Fregion`,
      unit: '1/{project}/{region}',
      metric: `run.googleapis.com/${metric}`,
      isPrecise: true,
      quotaBuckets: [
        { effectiveLimit: others, defaultLimit: others },
        {
          effectiveLimit: limit,
          defaultLimit: others,
          dimensions: { region: 'europe-west1' },
        },
        { effectiveLimit: others, defaultLimit: others, dimensions: { region: 'us-east1' } },
      ],
    },
  ],
});

export const CANARY = `GET https://secretmanager.googleapis.com/v1/projects/${PROJECT}/secrets/CANARY/versions/latest:access`;

export const SCHEDULED = `gcloud scheduler jobs list --location=europe-west1 ${JSON_FLAGS}`;

export const schedule = (name: string, state = 'ENABLED') => ({
  attemptDeadline: '300s',
  httpTarget: { httpMethod: 'POST', uri: `https://${name.toLowerCase()}-x.a.run.app/` },
  name: `projects/${PROJECT}/locations/europe-west1/jobs/firebase-schedule-${name}-europe-west1`,
  schedule: '*/5 * * * *',
  state,
  timeZone: 'UTC',
});

export const SERVICES_LIST = `gcloud run services list --region=europe-west1 ${JSON_FLAGS}`;

/** What no command creates: an owner provides it. */
export const EMPTY: Answers = {
  [quota('cpu_allocation')]: buildQuota('cpu_allocation', '20000'),
  [quota('mem_allocation')]: buildQuota('mem_allocation', '42949672960'),
  [`gcloud projects describe ${PROJECT} --format=json`]: {
    createTime: '2026-11-02T08:55:01.231Z',
    lifecycleState: 'ACTIVE',
    name: 'Lumen staging',
    projectId: PROJECT,
    projectNumber: NUMBER,
  },
  [`gcloud billing projects describe ${PROJECT} --format=json`]: {
    billingAccountName: 'billingAccounts/01A2B3-C4D5E6-F7A8B9',
    billingEnabled: true,
    name: `projects/${PROJECT}/billingInfo`,
    projectId: PROJECT,
  },
  [`npx firebase apps:sdkconfig WEB --project ${PROJECT} --json`]: {
    status: 'success',
    result: { fileName: 'google-config.js', fileContents: '// …', sdkConfig: APP },
  },
  [`gcloud storage buckets describe gs://${BUCKET} ${JSON_FLAGS}`]: {
    location: 'EUROPE-WEST1',
    location_type: 'region',
    name: BUCKET,
    storage_url: `gs://${BUCKET}/`,
  },
  [`gcloud beta monitoring channels list ${JSON_FLAGS}`]: [
    {
      displayName: 'Team',
      enabled: true,
      labels: { email_address: 'team@lumen.example.com' },
      name: `projects/${PROJECT}/notificationChannels/1234567890`,
      type: 'email',
    },
    {
      displayName: 'On call',
      enabled: true,
      labels: {},
      name: `projects/${PROJECT}/notificationChannels/9876543210`,
      type: 'pagerduty',
    },
  ],
  ...Object.fromEntries(SECRETS.map((name) => [secret(name), SECRET])),
  [`gcloud firestore indexes composite list ${PROJECT_FLAG} '--filter=state!=READY' --format=json`]:
    [],
};

const SERVICES =
  'firestore cloudfunctions run compute eventarc cloudscheduler cloudtasks secretmanager iam iamcredentials cloudresourcemanager identitytoolkit firebasestorage firebaserules firebasehosting cloudbuild artifactregistry pubsub monitoring billingbudgets logging';

export const RULES = 'https://firebaserules.googleapis.com/v1';
export const HOSTING = `GET 'https://firebasehosting.googleapis.com/v1beta1/sites/${PROJECT}/releases?pageSize=100'`;
export const INDEXES = `npx firebase firestore:indexes --project ${PROJECT} --json`;
export const ROLES = `gcloud projects get-iam-policy ${PROJECT} --format=json`;

export const FUNCTIONS = `gcloud functions list --v2 ${JSON_FLAGS}`;

export const functionsFrom = (...commits: (string | null)[]) =>
  commits.map((commit, index) => ({
    environment: 'GEN_2',
    name: `projects/${PROJECT}/locations/europe-west1/functions/function-${index}`,
    serviceConfig: {
      environmentVariables: { SITE_URL: SITE, ...(commit !== null && { COMMIT: commit }) },
      service: `projects/${PROJECT}/locations/europe-west1/services/function-${index}`,
    },
    state: 'ACTIVE',
  }));

export const release = (version: string, message?: string) => ({
  name: `sites/${PROJECT}/channels/live/releases/1700000000${version}`,
  type: 'DEPLOY',
  releaseTime: '2026-11-20T10:00:00.000Z',
  ...(message !== undefined && { message }),
  version: { name: `sites/${PROJECT}/versions/${version}`, status: 'FINALIZED', fileCount: '212' },
});

const rulesRelease = (service: string, ruleset: string) => ({
  name: `projects/${PROJECT}/releases/${service}`,
  rulesetName: `projects/${PROJECT}/rulesets/${ruleset}`,
  createTime: '2026-11-02T09:30:00Z',
});
const ruleset = (name: string) => ({
  source: { files: [{ name, content: readFile(name), fingerprint: 'q1w2e3==' }] },
});

const storageAgent = `serviceAccount:service-${NUMBER}@gcp-sa-firebasestorage.iam.gserviceaccount.com`;

const invoker = (service: string) =>
  `gcloud run services get-iam-policy ${service} --region=europe-west1 ${JSON_FLAGS}`;

const FUNCTION_GROUPS: Readonly<Record<string, string>> = {
  deliverMail: 'mail',
  sendPush: 'push',
  sendSignal: 'push',
  postSignal: 'push',
  syncChannelMembership: 'push',
  inspectPicture: 'uploads',
  inspectProof: 'uploads',
  inspectSetup: 'uploads',
  unlinkUpload: 'uploads',
  syncAccessClaims: 'accounts',
  noteWaitingProof: 'housekeeping',
};

interface Indexes {
  readonly indexes: readonly object[];
  readonly fieldOverrides: readonly object[];
}
const isIndexes = (value: unknown): value is Indexes => typeof value === 'object' && value !== null;

/** As the platform lists them: with its own fields, in its own order. */
function listedIndexes(): Indexes {
  const declared = readJson('firestore.indexes.json');
  if (!isIndexes(declared)) throw new Error('No indexes');
  return {
    indexes: declared.indexes.map((one) => ({ ...one, density: 'SPARSE_ALL' })).reverse(),
    fieldOverrides: declared.fieldOverrides.map((one) => ({ ttl: false, ...one })),
  };
}

export const WHOLE: Answers = {
  ...EMPTY,
  [`gcloud services list --enabled ${JSON_FLAGS}`]: SERVICES.split(' ').map((name) => ({
    config: { name: `${name}.googleapis.com`, title: name },
    name: `projects/${NUMBER}/services/${name}.googleapis.com`,
    state: 'ENABLED',
  })),
  [`gcloud firestore databases list ${JSON_FLAGS}`]: [
    {
      concurrencyMode: 'PESSIMISTIC',
      deleteProtectionState: 'DELETE_PROTECTION_ENABLED',
      locationId: 'eur3',
      name: `projects/${PROJECT}/databases/(default)`,
      pointInTimeRecoveryEnablement: 'POINT_IN_TIME_RECOVERY_ENABLED',
      type: 'FIRESTORE_NATIVE',
    },
  ],
  [`gcloud firestore backups schedules list '--database=(default)' ${JSON_FLAGS}`]: [
    {
      dailyRecurrence: {},
      name: `projects/${PROJECT}/databases/(default)/backupSchedules/1`,
      retention: '8467200s',
    },
  ],
  [`gcloud logging buckets describe _Default --location=global ${JSON_FLAGS}`]: {
    name: `projects/${PROJECT}/locations/global/buckets/_Default`,
    retentionDays: 30,
    lifecycleState: 'ACTIVE',
  },
  [`gcloud iam service-accounts list ${JSON_FLAGS}`]: SERVICE_ACCOUNTS.map((account) => ({
    email: `${account}@${PROJECT}.iam.gserviceaccount.com`,
    displayName: `Functions: ${account}`,
    disabled: false,
  })),
  [ROLES]: createPolicy(
    createBinding(
      'datastore.user',
      ...toMembers('api', 'passwords', 'signals', 'mail'),
      ...toMembers('push', 'uploads', 'accounts', 'housekeeping'),
    ),
    createBinding(
      'eventarc.eventReceiver',
      ...toMembers('mail', 'push', 'uploads', 'accounts', 'housekeeping'),
    ),
    createBinding('firebaseauth.admin', ...toMembers('api', 'passwords', 'accounts')),
    createBinding('datastore.backupsViewer', ...toMembers('housekeeping')),
    createBinding('firebaserules.firestoreServiceAgent', storageAgent),
    createBinding(
      'cloudbuild.builds.builder',
      `serviceAccount:${NUMBER}-compute@developer.gserviceaccount.com`,
    ),
    createBinding('owner', 'user:founder@lumen.example.com'),
  ),
  [`gcloud storage buckets get-iam-policy gs://${BUCKET} --format=json`]: createPolicy(
    createBinding('storage.objectUser', ...toMembers('api', 'passwords', 'uploads', 'accounts')),
  ),
  ...Object.fromEntries(
    ['api', 'passwords'].map((group) => [
      `gcloud iam service-accounts get-iam-policy ${toEmail(group)} ${JSON_FLAGS}`,
      createPolicy(createBinding('iam.serviceAccountTokenCreator', ...toMembers(group))),
    ]),
  ),
  ...Object.fromEntries(
    ['mail', 'push', 'uploads'].map((group) => [
      `gcloud iam service-accounts get-iam-policy ${toEmail(group)} ${JSON_FLAGS}`,
      createPolicy(createBinding('iam.serviceAccountUser', ...toMembers(group))),
    ]),
  ),
  [`GET https://identitytoolkit.googleapis.com/admin/v2/projects/${PROJECT}/config`]: {
    name: `projects/${NUMBER}/config`,
    client: {
      apiKey: APP.apiKey,
      permissions: { disabledUserSignup: true, disabledUserDeletion: true },
    },
    subtype: 'IDENTITY_PLATFORM',
  },
  [`GET https://storage.googleapis.com/storage/v1/b/${BUCKET}`]: {
    kind: 'storage#bucket',
    location: 'EUROPE-WEST1',
    lifecycle: readJson('storage.lifecycle.json'),
    cors: [{ origin: [SITE], method: ['GET'], maxAgeSeconds: 3600 }],
  },
  [INDEXES]: { status: 'success', result: listedIndexes() },
  [`GET '${RULES}/projects/${PROJECT}/releases?pageSize=100'`]: {
    releases: [
      rulesRelease('cloud.firestore', 'r-1'),
      rulesRelease(`firebase.storage/${BUCKET}`, 'r-2'),
    ],
  },
  [`GET ${RULES}/projects/${PROJECT}/rulesets/r-1`]: ruleset('firestore.rules'),
  [`GET ${RULES}/projects/${PROJECT}/rulesets/r-2`]: ruleset('storage.rules'),
  ...Object.fromEntries(
    EVENT_FUNCTIONS.map((name) => [
      invoker(name.toLowerCase()),
      createPolicy(createBinding('run.invoker', ...toMembers(FUNCTION_GROUPS[name] ?? ''))),
    ]),
  ),
  [FUNCTIONS]: functionsFrom(COMMIT, COMMIT),
  [SCHEDULED]: SCHEDULES.map(({ name }) => schedule(name)),
  [CANARY]: {
    name: `projects/${NUMBER}/secrets/CANARY/versions/1`,
    payload: { data: Buffer.from('canary@lumen.example.com a long password').toString('base64') },
  },
  [HOSTING]: { releases: [release('v3', COMMIT), release('v2', BEFORE), release('v1')] },
  [`GET 'https://monitoring.googleapis.com/v3/projects/${PROJECT}/alertPolicies?pageSize=200'`]: {
    alertPolicies: readdirSync(inRoot('alerts')).map((file, index) => ({
      ...z.looseObject({}).parse(readJson('alerts', file)),
      name: `projects/${PROJECT}/alertPolicies/${index}`,
      enabled: true,
      notificationChannels: ['9876543210', '1234567890'].map(
        (id) => `projects/${PROJECT}/notificationChannels/${id}`,
      ),
    })),
  },
  [`gcloud monitoring uptime list-configs ${JSON_FLAGS}`]: [
    ['log-checkpoint', '/ledger/checkpoint'],
    ['health-check', '/api/health'],
  ].map(([displayName, path]) => ({
    displayName,
    httpCheck: { path, port: 443, useSsl: true },
    monitoredResource: {
      labels: { host: new URL(SITE).host, project_id: PROJECT },
      type: 'uptime_url',
    },
    name: `projects/${PROJECT}/uptimeCheckConfigs/${displayName}-x`,
    period: '300s',
  })),
  [`gcloud billing budgets list --billing-account=01A2B3-C4D5E6-F7A8B9 --format=json`]: [
    {
      amount: { specifiedAmount: { currencyCode: 'EUR', units: '100' } },
      displayName: `quantalgo ${PROJECT}`,
      name: 'billingAccounts/01A2B3-C4D5E6-F7A8B9/budgets/1',
    },
  ],
};

export const key = (part: string): string =>
  Object.keys(WHOLE).find((one) => one.includes(part)) ?? part;

export const omitAnswers = (answers: Answers, ...keys: string[]): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([key]) => !keys.includes(key)));

const ABSENT: CommandResult = {
  code: 1,
  stdout: '',
  stderr: 'ERROR: (gcloud) NOT_FOUND: Resource not found.',
};

const isRead = (text: string) => / --(format=)?json$/.test(text) || text.startsWith('GET ');

/**
 * CLIs that give recorded answers; everything else doesn't exist.
 * @param fails start of a changing call that is refused
 */
export function createRecordedRun(answers: Answers, fails?: string) {
  const changes: string[] = [];
  const looks: string[] = [];
  const run: Run = (program, args) => {
    const text = formatCall({ program, args });
    if (isRead(text)) {
      looks.push(text);
      const answer = answers[text];
      return Promise.resolve(
        answer === undefined ? ABSENT : { code: 0, stdout: JSON.stringify(answer), stderr: '' },
      );
    }
    changes.push(text);
    const isRefused = fails !== undefined && text.startsWith(fails);
    return Promise.resolve({
      code: isRefused ? 1 : 0,
      stdout: '',
      stderr: isRefused ? 'ERROR: PERMISSION_DENIED' : '',
    });
  };
  return { run, changes, looks };
}
