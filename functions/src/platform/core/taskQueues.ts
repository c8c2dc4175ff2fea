import { createHash } from 'node:crypto';
import { getFunctions } from 'firebase-admin/functions';
import pLimit from 'p-limit';
import * as z from 'zod/mini';
import { REGION } from './deployment';
import { app } from './firebase';

/** Names a document with work due. Without personal data, because Cloud Tasks logs it. */
export const taskSchema = z.strictObject({ collection: z.string(), id: z.string() });

export type Task = z.infer<typeof taskSchema>;

/** Runs each task at least once. */
export interface TaskQueue {
  /** `dueAt` in epoch ms; a past time means now. The same task and time is added only once. */
  readonly add: (task: Task, dueAt: number) => Promise<void>;
}

const MAX_PARALLEL_CALLS = 20;

export async function addTasks(
  queue: TaskQueue,
  tasks: readonly Task[],
  dueAt: number,
): Promise<void> {
  const limit = pLimit(MAX_PARALLEL_CALLS);
  await Promise.all(tasks.map((task) => limit(() => queue.add(task, dueAt))));
}

export const IMMEDIATELY = 0;

/** Added to due times, because a task that runs too early would find nothing to do. */
const CLOCK_SKEW_MS = 1000;

/** A digest, because ids with a common prefix slow Cloud Tasks down. */
const createTaskId = ({ collection, id }: Task, dueAt: number): string =>
  createHash('sha256').update(`${collection}/${id}/${dueAt}`).digest('hex');

const TASK_EXISTS_CODE = 'functions/task-already-exists';

export function openTaskQueue(functionName: string, now: () => number): TaskQueue {
  const queue = getFunctions(app()).taskQueue(`locations/${REGION}/functions/${functionName}`);
  return {
    add: async (task, dueAt) => {
      const schedule =
        dueAt > now() ? { scheduleTime: new Date(dueAt + CLOCK_SKEW_MS) } : undefined;
      try {
        await queue.enqueue(task, { id: createTaskId(task, dueAt), ...schedule });
      } catch (error) {
        const isDuplicate =
          error instanceof Error && 'code' in error && error.code === TASK_EXISTS_CODE;
        if (!isDuplicate) throw error;
      }
    },
  };
}
