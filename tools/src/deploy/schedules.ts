import { SCHEDULES } from '@quantalgo/contracts/core/time';
import * as z from 'zod/mini';
import { REGION } from '../build/functionChecks';
import { type Ask, gcloud } from './cli';

const jobsSchema = z.array(z.object({ name: z.string(), state: z.string() }));
const functionsSchema = z.array(z.object({ name: z.string() }));

/** The job that firebase-tools creates for a scheduled function. */
const jobOf = (name: string): string => `firebase-schedule-${name}-${REGION}`;

const lastPart = ({ name }: { readonly name: string }): string => name.split('/').at(-1) ?? '';

/** A problem for each deployed function that no schedule starts: its job is paused, switched off or gone. */
export async function scheduleProblems(ask: Ask, project: string): Promise<string[]> {
  const of = `--project=${project}`;
  const [jobs, deployed] = await Promise.all([
    ask(gcloud(`scheduler jobs list --location=${REGION} ${of} --format=json`), jobsSchema),
    ask(gcloud(`functions list --v2 ${of} --format=json`), functionsSchema),
  ]);
  const states = new Map((jobs ?? []).map((job) => [lastPart(job), job.state]));
  const names = new Set((deployed ?? []).map(lastPart));
  return SCHEDULES.filter(({ name }) => names.has(name)).flatMap(({ name }) => {
    const job = jobOf(name);
    const state = states.get(job);
    if (state === 'ENABLED') return [];
    if (state === undefined)
      return [
        `${name} has no schedule: npx firebase functions:delete ${name} --region ${REGION} --force --project ${project}, then npm run deploy -- ${project} --again`,
      ];
    return [
      `The schedule of ${name} is ${state}: gcloud scheduler jobs resume ${job} --location=${REGION} ${of}`,
    ];
  });
}
