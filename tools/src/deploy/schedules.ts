import { SCHEDULES } from '@quantalgo/contracts/core/time';
import * as z from 'zod/mini';
import { REGION } from '../build/functionChecks';
import { type FetchJson, gcloud } from './cli';

const jobsSchema = z.array(z.object({ name: z.string(), state: z.string() }));
const functionsSchema = z.array(z.object({ name: z.string() }));

/** The name that firebase-tools gives a scheduled function's job. */
const getJobName = (name: string): string => `firebase-schedule-${name}-${REGION}`;

const getLastPart = ({ name }: { readonly name: string }): string => name.split('/').at(-1) ?? '';

export async function findScheduleProblems(
  fetchJson: FetchJson,
  project: string,
): Promise<string[]> {
  const projectFlag = `--project=${project}`;
  const [jobs, deployedFunctions] = await Promise.all([
    fetchJson(
      gcloud(`scheduler jobs list --location=${REGION} ${projectFlag} --format=json`),
      jobsSchema,
    ),
    fetchJson(gcloud(`functions list --v2 ${projectFlag} --format=json`), functionsSchema),
  ]);
  const states = new Map((jobs ?? []).map((job) => [getLastPart(job), job.state]));
  const names = new Set((deployedFunctions ?? []).map(getLastPart));
  return SCHEDULES.filter(({ name }) => names.has(name)).flatMap(({ name }) => {
    const job = getJobName(name);
    const state = states.get(job);
    if (state === 'ENABLED') return [];
    if (state === undefined)
      return [
        `${name} has no schedule. Run npx firebase functions:delete ${name} --region ${REGION} --force --project ${project}, then npm run deploy -- ${project} --again`,
      ];
    return [
      `The schedule of ${name} is ${state}. Run gcloud scheduler jobs resume ${job} --location=${REGION} ${projectFlag}`,
    ];
  });
}
