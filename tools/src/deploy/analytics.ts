import { DAY_MS, HOUR_MS } from '@quantalgo/contracts/core/time';
import type { CollectionName } from '@quantalgo/functions/collections/collections';
import * as z from 'zod/mini';
import { CommandError } from '../suite/command';
import { type FetchJson, type Call, gcloud, http } from './cli';
import { runSteps, type DeployStep, type DeployContext } from './plan';

/** Must not include collections with members' data. */
export const ANALYTICS_COLLECTIONS = [
  'signals',
  'ledger',
  'misses',
  'publications',
  'pushDelays',
] as const satisfies readonly CollectionName[];

/** BigQuery needs the bucket and dataset in one location. `EU` contains the database's `eur3`. */
const LOCATION = 'EU';
const DATASET = 'analytics';
const FILES_RETENTION_DAYS = 7;

/**
 * Epoch ms of the newest UTC midnight that is at least an hour ago.
 * Earlier signals have ended, so the tables never reveal a live one, and each run of a day exports
 * the same data.
 */
export const getSnapshotTime = (now: number): number =>
  Math.floor((now - HOUR_MS) / DAY_MS) * DAY_MS;

interface Attempt {
  readonly state: 'running' | 'done' | 'failed';
  readonly uri: string;
  readonly error: string;
}

/**
 * A call that the platform completes in the background: repeated only after a failure, and awaited.
 */
function createBackgroundStep({
  name,
  remedy,
  list,
  call,
}: {
  readonly name: string;
  readonly remedy: string;
  readonly list: (fetchJson: FetchJson) => Promise<readonly Attempt[]>;
  readonly call: (fetchJson: FetchJson) => Promise<Call>;
}): DeployStep {
  let failuresBefore = 0;
  return {
    name,
    remedy,
    findChanges: async (fetchJson) => {
      const attempts = await list(fetchJson);
      failuresBefore = attempts.filter(({ state }) => state === 'failed').length;
      return attempts.length > failuresBefore ? [] : [await call(fetchJson)];
    },
    isSettled: async (fetchJson) => {
      const attempts = await list(fetchJson);
      if (attempts.some(({ state }) => state === 'done')) return true;
      const failures = attempts.filter(({ state }) => state === 'failed');
      if (failures.length > failuresBefore)
        throw new CommandError(
          `Stopped at “${name}”: ${failures.map(({ error }) => error).join('; ')}\nTo fix it: ${remedy}`,
        );
      return false;
    },
  };
}

const operationsSchema = z.object({
  operations: z._default(
    z.array(
      z.object({
        metadata: z.optional(
          z.object({
            outputUriPrefix: z.optional(z.string()),
            operationState: z.optional(z.string()),
          }),
        ),
        error: z.optional(z.object({ message: z.string() })),
      }),
    ),
    [],
  ),
});

const jobSchema = z.object({
  state: z.string(),
  errorResult: z.optional(z.object({ message: z.string() })),
  configuration: z.object({
    load: z.optional(z.object({ sourceUris: z._default(z.array(z.string()), []) })),
  }),
});
const jobsSchema = z.object({ jobs: z._default(z.array(jobSchema), []) });

const EXPORT_STATES: Readonly<Record<string, Attempt['state']>> = {
  SUCCESSFUL: 'done',
  FAILED: 'failed',
  CANCELLED: 'failed',
};

function toLoadState({ state, errorResult }: z.infer<typeof jobSchema>): Attempt['state'] {
  if (state !== 'DONE') return 'running';
  return errorResult ? 'failed' : 'done';
}

function buildExportSteps(project: string, snapshotAt: number): DeployStep[] {
  const bucket = `${project}-analytics`;
  const day = new Date(snapshotAt).toISOString();
  const folder = `gs://${bucket}/${day.slice(0, 10)}`;
  const database = `https://firestore.googleapis.com/v1/projects/${project}/databases/(default)`;
  const bigQuery = `https://bigquery.googleapis.com/bigquery/v2/projects/${project}`;
  const retryCommand = `npm run export-analytics -- ${project}`;

  const listExports = async (fetchJson: FetchJson): Promise<Attempt[]> => {
    const response = await fetchJson(
      http('GET', `${database}/operations?pageSize=300`),
      operationsSchema,
    );
    return (response?.operations ?? []).flatMap(({ metadata = {}, error }) => {
      const { outputUriPrefix: uri = '', operationState = '' } = metadata;
      const state = EXPORT_STATES[operationState] ?? 'running';
      return uri.startsWith(`${folder}/`)
        ? [{ state, uri, error: error?.message ?? operationState }]
        : [];
    });
  };

  /** Reuses the day's export unless it failed. A retry needs a new folder. */
  const getExportFolder = async (fetchJson: FetchJson): Promise<string> => {
    const attempts = await listExports(fetchJson);
    const usable = attempts.find(({ state }) => state !== 'failed');
    return usable?.uri ?? `${folder}/${attempts.length + 1}`;
  };

  const exportStep = createBackgroundStep({
    name: `Export ${ANALYTICS_COLLECTIONS.length} collections as of ${day}`,
    remedy: `gcloud firestore operations list --project=${project} shows the cause. Then run ${retryCommand}`,
    list: listExports,
    call: async (fetchJson) =>
      http('POST', `${database}:exportDocuments`, {
        outputUriPrefix: await getExportFolder(fetchJson),
        collectionIds: ANALYTICS_COLLECTIONS,
        snapshotTime: day,
      }),
  });

  const createLoadStep = (collection: string): DeployStep => {
    const getFileUri = async (fetchJson: FetchJson) =>
      `${await getExportFolder(fetchJson)}/all_namespaces/kind_${collection}/all_namespaces_kind_${collection}.export_metadata`;
    return createBackgroundStep({
      name: `Load table ${DATASET}.${collection}`,
      remedy: `bq ls --jobs --project_id=${project} shows the cause. Then run ${retryCommand}`,
      list: async (fetchJson) => {
        const uri = await getFileUri(fetchJson);
        const query = `projection=full&maxResults=500&minCreationTime=${snapshotAt}`;
        const response = await fetchJson(http('GET', `${bigQuery}/jobs?${query}`), jobsSchema);
        return (response?.jobs ?? [])
          .filter(({ configuration }) => configuration.load?.sourceUris[0] === uri)
          .map((job) => ({ state: toLoadState(job), uri, error: job.errorResult?.message ?? '' }));
      },
      call: async (fetchJson) =>
        http('POST', `${bigQuery}/jobs`, {
          configuration: {
            load: {
              sourceUris: [await getFileUri(fetchJson)],
              sourceFormat: 'DATASTORE_BACKUP',
              writeDisposition: 'WRITE_TRUNCATE',
              destinationTable: { projectId: project, datasetId: DATASET, tableId: collection },
            },
          },
        }),
    });
  };

  return [exportStep, ...ANALYTICS_COLLECTIONS.map(createLoadStep)];
}

const createResourceStep = (
  name: string,
  url: string,
  creation: Call,
  remedy: string,
): DeployStep => ({
  name,
  remedy,
  // A newly enabled service takes about a minute to become available.
  transientError: /SERVICE_DISABLED|has not been used/,
  findChanges: async (fetchJson) =>
    (await fetchJson(http('GET', url), z.looseObject({}))) ? [] : [creation],
});

function buildPrerequisiteSteps(project: string): DeployStep[] {
  const bucket = `${project}-analytics`;
  const buckets = 'https://storage.googleapis.com/storage/v1/b';
  const datasets = `https://bigquery.googleapis.com/bigquery/v2/projects/${project}/datasets`;
  return [
    {
      name: 'BigQuery',
      remedy: `gcloud services list --available --project=${project}`,
      findChanges: async (fetchJson) => {
        const enabled = await fetchJson(
          gcloud(`services list --enabled --project=${project} --format=json`),
          z.array(z.object({ config: z.object({ name: z.string() }) })),
        );
        return enabled?.some(({ config }) => config.name === 'bigquery.googleapis.com')
          ? []
          : [gcloud(`services enable bigquery.googleapis.com --project=${project}`)];
      },
    },
    createResourceStep(
      `Export bucket that deletes files after ${FILES_RETENTION_DAYS} days`,
      `${buckets}/${bucket}`,
      http('POST', `${buckets}?project=${project}`, {
        name: bucket,
        location: LOCATION,
        iamConfiguration: {
          uniformBucketLevelAccess: { enabled: true },
          publicAccessPrevention: 'enforced',
        },
        lifecycle: {
          rule: [{ action: { type: 'Delete' }, condition: { age: FILES_RETENTION_DAYS } }],
        },
      }),
      `gcloud storage buckets list --project=${project}`,
    ),
    createResourceStep(
      `Dataset ${DATASET}`,
      `${datasets}/${DATASET}`,
      http('POST', datasets, {
        datasetReference: { projectId: project, datasetId: DATASET },
        location: LOCATION,
      }),
      `bq ls --project_id=${project}`,
    ),
  ];
}

/**
 * Loads the analytics collections into BigQuery from a Firestore export.
 * A second run on the same day changes nothing. After a failure, the next run resumes.
 * @param now epoch ms
 * @returns the exit code
 * @throws CommandError if a call, the export or a load fails
 */
export const exportAnalytics = (
  project: string,
  context: DeployContext,
  now: number,
): Promise<number> =>
  runSteps(
    [...buildPrerequisiteSteps(project), ...buildExportSteps(project, getSnapshotTime(now))],
    context,
  );
