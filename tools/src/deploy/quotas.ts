import * as z from 'zod/mini';
import type { DeployedFunction } from '../build/deployment';
import { computeMaxResources, REGION } from '../build/functionChecks';
import { type FetchJson, firebase, gcloud, http } from './cli';
import { covers } from './platform';

type Functions = Readonly<Record<string, DeployedFunction>>;

export interface Demand {
  readonly functions: Functions;
  readonly indexes: {
    readonly indexes: readonly unknown[];
    readonly fieldOverrides: readonly unknown[];
  };
}

/** A Service Usage quota metric. Its buckets are ordered from least to most specific. */
const metricSchema = z.object({
  consumerQuotaLimits: z._default(
    z.array(
      z.object({
        quotaBuckets: z._default(
          z.array(
            z.object({
              effectiveLimit: z.optional(z.string()),
              dimensions: z.optional(z.record(z.string(), z.string())),
            }),
          ),
          [],
        ),
      }),
    ),
    [],
  ),
});

const buildMetricUrl = (project: string, service: string, metric: string): string =>
  `https://serviceusage.googleapis.com/v1beta1/projects/${project}/services/${service}.googleapis.com/consumerQuotaMetrics/${service}.googleapis.com%2F${metric}?view=FULL`;

/** @returns the limit in the functions' region; Infinity if unlimited, null if it can't be read */
async function fetchLimit(
  fetchJson: FetchJson,
  project: string,
  metric: string,
): Promise<number | null> {
  const url = buildMetricUrl(project, 'run', metric);
  const response = await fetchJson(http('GET', url), metricSchema);
  const limits = (response?.consumerQuotaLimits ?? []).flatMap(({ quotaBuckets }) => {
    const regional = quotaBuckets.find(({ dimensions }) => dimensions?.['region'] === REGION);
    const { effectiveLimit } = regional ?? quotaBuckets.find(({ dimensions }) => !dimensions) ?? {};
    return effectiveLimit === undefined ? [] : [Number(effectiveLimit)];
  });
  if (limits.length === 0) return null;
  return Math.min(...limits.map((limit) => (limit < 0 ? Infinity : limit)));
}

interface RunQuota {
  readonly metric: string;
  readonly unit: string;
  readonly required: (declared: DeployedFunction) => number;
  readonly write: (amount: number) => string;
}

const MIB = 2 ** 20;
const RUN_QUOTAS: readonly RunQuota[] = [
  {
    metric: 'cpu_allocation',
    unit: 'vCPU',
    required: (declared) => computeMaxResources(declared).milliCpu,
    write: (milli) => String(milli / 1000),
  },
  {
    metric: 'mem_allocation',
    unit: 'GiB of memory',
    required: (declared) => computeMaxResources(declared).memoryMib * MIB,
    write: (bytes) => String(Math.round((bytes / 2 ** 30) * 10) / 10),
  },
];

const getConsoleUrl = (project: string): string =>
  `https://console.cloud.google.com/iam-admin/quotas?project=${project}&service=run.googleapis.com`;

async function findRunProblems(
  fetchJson: FetchJson,
  project: string,
  functions: Functions,
): Promise<string[]> {
  const problems = RUN_QUOTAS.map(async ({ metric, unit, required, write }) => {
    const limit = await fetchLimit(fetchJson, project, metric);
    if (limit === null)
      return `The quota for ${unit} in ${REGION} can’t be read. Run gcloud services enable run.googleapis.com --project=${project}`;
    const amounts = Object.entries(functions).map(([name, declared]) => ({
      name,
      amount: required(declared),
    }));
    const sum = amounts.reduce((total, { amount }) => total + amount, 0);
    if (sum <= limit) return null;
    const oversized = amounts.filter(({ amount }) => amount > limit).map(({ name }) => name);
    const oversizedNote =
      oversized.length === 0 ? '' : ` (exceeded by ${oversized.join(' and by ')} alone)`;
    return `The functions need up to ${write(sum)} ${unit} in ${REGION}, but the quota is ${write(limit)}${oversizedNote}. Request an increase at ${getConsoleUrl(project)}, or lower maxInstances in functions/src/platform/core/deployment.ts.`;
  });
  return (await Promise.all(problems)).filter((problem) => problem !== null);
}

/** Google documents these limits for paid projects, but no API returns them. */
const MAX_SERVICES = 1000;
const MAX_INDEXES = 1000;
/** Per minute. Every instance reads its secrets when it starts. */
const MAX_SECRET_READS = 90_000;

const servicesSchema = z.array(z.object({ metadata: z.object({ name: z.string() }) }));
const indexesSchema = z.object({
  result: z.looseObject({ indexes: z.array(z.unknown()), fieldOverrides: z.array(z.unknown()) }),
});

function checkLimit(resource: string, required: number, limit: number): string[] {
  if (required <= limit) return [];
  return [`The project would have ${required} ${resource}, but the limit is ${limit}.`];
}

async function findLimitProblems(
  fetchJson: FetchJson,
  project: string,
  { functions, indexes }: Demand,
) {
  const list = gcloud(`run services list --region=${REGION} --project=${project} --format=json`);
  const [services, live] = await Promise.all([
    fetchJson(list, servicesSchema),
    fetchJson(firebase(`firestore:indexes --project ${project} --json`), indexesSchema),
  ]);
  const names = Object.keys(functions).map((name) => name.toLowerCase());
  const otherServices = (services ?? []).filter(({ metadata }) => !names.includes(metadata.name));
  const count = (kind: 'indexes' | 'fieldOverrides') => {
    const existing = live?.result[kind] ?? [];
    const added = indexes[kind].filter(
      (desired) => !existing.some((index) => covers(index, desired)),
    );
    return existing.length + added.length;
  };
  const reads = Object.values(functions).reduce(
    (sum, { maxInstances, secretEnvironmentVariables }) =>
      sum + (maxInstances ?? 100) * (secretEnvironmentVariables?.length ?? 0),
    0,
  );
  return [
    ...checkLimit('functions and services', names.length + otherServices.length, MAX_SERVICES),
    ...checkLimit('composite indexes', count('indexes'), MAX_INDEXES),
    ...checkLimit('single-field index overrides', count('fieldOverrides'), MAX_INDEXES),
    ...checkLimit('secret reads per minute if all instances start', reads, MAX_SECRET_READS),
  ];
}

export async function findQuotaProblems(
  fetchJson: FetchJson,
  project: string,
  demand: Demand,
): Promise<string[]> {
  const problems = await Promise.all([
    findRunProblems(fetchJson, project, demand.functions),
    findLimitProblems(fetchJson, project, demand),
  ]);
  return problems.flat();
}
