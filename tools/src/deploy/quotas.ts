import * as z from 'zod/mini';
import type { DeployedFunction } from '../build/deployment';
import { ceilingOf, REGION } from '../build/functionChecks';
import { type Ask, firebase, gcloud, http } from './cli';
import { covers } from './platform';

type Functions = Readonly<Record<string, DeployedFunction>>;

/** What a deployment takes of a project's quotas. */
export interface Demand {
  readonly functions: Functions;
  /** Composite indexes, and settings of single fields, as in `firestore.indexes.json`. */
  readonly indexes: {
    readonly indexes: readonly unknown[];
    readonly fieldOverrides: readonly unknown[];
  };
}

/** A quota metric of Service Usage. Buckets come from the least specific to the most. */
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

const metricUrl = (project: string, service: string, metric: string): string =>
  `https://serviceusage.googleapis.com/v1beta1/projects/${project}/services/${service}.googleapis.com/consumerQuotaMetrics/${service}.googleapis.com%2F${metric}?view=FULL`;

/** The project's limit of a metric in the functions' region. Infinity if it has none, null if it can't be read. */
async function limitOf(ask: Ask, project: string, metric: string): Promise<number | null> {
  const answer = await ask(http('GET', metricUrl(project, 'run', metric)), metricSchema);
  const limits = (answer?.consumerQuotaLimits ?? []).flatMap(({ quotaBuckets }) => {
    const regional = quotaBuckets.find(({ dimensions }) => dimensions?.['region'] === REGION);
    const { effectiveLimit } = regional ?? quotaBuckets.find((one) => !one.dimensions) ?? {};
    return effectiveLimit === undefined ? [] : [Number(effectiveLimit)];
  });
  if (limits.length === 0) return null;
  return Math.min(...limits.map((limit) => (limit < 0 ? Infinity : limit)));
}

/** A quota of Cloud Run in a region, and how its figures are written. */
interface RunQuota {
  readonly metric: string;
  readonly what: string;
  readonly asked: (declared: DeployedFunction) => number;
  readonly write: (amount: number) => string;
}

const MIB = 2 ** 20;
const RUN_QUOTAS: readonly RunQuota[] = [
  {
    metric: 'cpu_allocation',
    what: 'vCPU',
    asked: (declared) => ceilingOf(declared).milliCpu,
    write: (milli) => String(milli / 1000),
  },
  {
    metric: 'mem_allocation',
    what: 'GiB of memory',
    asked: (declared) => ceilingOf(declared).memoryMib * MIB,
    write: (bytes) => String(Math.round((bytes / 2 ** 30) * 10) / 10),
  },
];

const consoleOf = (project: string): string =>
  `https://console.cloud.google.com/iam-admin/quotas?project=${project}&service=run.googleapis.com`;

async function runProblems(ask: Ask, project: string, functions: Functions): Promise<string[]> {
  const problems = RUN_QUOTAS.map(async ({ metric, what, asked, write }) => {
    const limit = await limitOf(ask, project, metric);
    if (limit === null)
      return `The quota of ${what} in ${REGION} can’t be read: gcloud services enable run.googleapis.com --project=${project}`;
    const each = Object.entries(functions).map(([name, one]) => ({ name, amount: asked(one) }));
    const sum = each.reduce((total, { amount }) => total + amount, 0);
    if (sum <= limit) return null;
    const alone = each.filter(({ amount }) => amount > limit).map(({ name }) => name);
    const refused = alone.length === 0 ? '' : `, ${alone.join(' and ')} more than that alone`;
    return `The functions may take ${write(sum)} ${what} in ${REGION}${refused}, and the quota is ${write(limit)}: ask for more at ${consoleOf(project)}, or lower maxInstances in functions/src/platform/core/deployment.ts`;
  });
  return (await Promise.all(problems)).filter((one) => one !== null);
}

/** Limits that no API tells: Cloud Run's and Firestore's documented ones of a project that is paid for. */
const MAX_SERVICES = 1000;
const MAX_INDEXES = 1000;
/** Reads of secrets in a minute: each instance reads its own when it starts. */
const MAX_SECRET_READS = 90_000;

const servicesSchema = z.array(z.object({ metadata: z.object({ name: z.string() }) }));
const indexesSchema = z.object({
  result: z.looseObject({ indexes: z.array(z.unknown()), fieldOverrides: z.array(z.unknown()) }),
});

function documentedProblem(what: string, asked: number, limit: number): string[] {
  if (asked <= limit) return [];
  return [`The project would have ${asked} ${what}, and may have ${limit}.`];
}

/** All that a project would have at once: what is there and stays, and what the deployment brings. */
async function documentedProblems(ask: Ask, project: string, { functions, indexes }: Demand) {
  const list = gcloud(`run services list --region=${REGION} --project=${project} --format=json`);
  const [services, live] = await Promise.all([
    ask(list, servicesSchema),
    ask(firebase(`firestore:indexes --project ${project} --json`), indexesSchema),
  ]);
  const names = Object.keys(functions).map((name) => name.toLowerCase());
  const others = (services ?? []).filter(({ metadata }) => !names.includes(metadata.name));
  const count = (kind: 'indexes' | 'fieldOverrides') => {
    const existing = live?.result[kind] ?? [];
    const added = indexes[kind].filter((one) => !existing.some((other) => covers(other, one)));
    return existing.length + added.length;
  };
  const reads = Object.values(functions).reduce(
    (sum, { maxInstances, secretEnvironmentVariables }) =>
      sum + (maxInstances ?? 100) * (secretEnvironmentVariables?.length ?? 0),
    0,
  );
  return [
    ...documentedProblem('functions and services', names.length + others.length, MAX_SERVICES),
    ...documentedProblem('composite indexes', count('indexes'), MAX_INDEXES),
    ...documentedProblem('settings of single fields', count('fieldOverrides'), MAX_INDEXES),
    ...documentedProblem('reads of secrets as all instances start', reads, MAX_SECRET_READS),
  ];
}

/** Each quota that a deployment would exceed: what is asked, and what there is. */
export async function quotaProblems(ask: Ask, project: string, demand: Demand): Promise<string[]> {
  const problems = await Promise.all([
    runProblems(ask, project, demand.functions),
    documentedProblems(ask, project, demand),
  ]);
  return problems.flat();
}
