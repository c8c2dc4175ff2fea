import { createHash } from 'node:crypto';
import { getFunctions } from 'firebase-admin/functions';
import pLimit from 'p-limit';
import * as z from 'zod/mini';
import { REGION } from './deployment';
import { app } from './firebase';

/** Names a document with work due. Cloud Tasks stores and logs it, so it holds nothing personal. */
export const taskSchema = z.strictObject({ collection: z.string(), id: z.string() });

export type Task = z.infer<typeof taskSchema>;

/** Has a function run tasks, each at least once. */
export interface TaskQueue {
  /** Adds a task that runs at `dueAt` (epoch ms, in the past for at once). The same task at the same time is added once. */
  readonly add: (task: Task, dueAt: number) => Promise<void>;
}

/** Calls to Cloud Tasks in parallel. */
const ADDED_AT_ONCE = 20;

/** Adds tasks that are due at the same time, in about their order. */
export async function addTasks(
  queue: TaskQueue,
  tasks: readonly Task[],
  dueAt: number,
): Promise<void> {
  const limit = pLimit(ADDED_AT_ONCE);
  await Promise.all(tasks.map((task) => limit(() => queue.add(task, dueAt))));
}

/** `dueAt` of a task that runs at once. */
export const IMMEDIATELY = 0;

/** A task that came before its document is due by this server's clock would find nothing to do. */
const CLOCK_SKEW_MS = 1000;

/** A digest, because ids that share a prefix slow Cloud Tasks down. */
const taskId = ({ collection, id }: Task, dueAt: number): string =>
  createHash('sha256').update(`${collection}/${id}/${dueAt}`).digest('hex');

const EXISTS = 'functions/task-already-exists';

/** The queue of a task function. */
export function openTaskQueue(functionName: string, now: () => number): TaskQueue {
  const queue = getFunctions(app()).taskQueue(`locations/${REGION}/functions/${functionName}`);
  return {
    add: async (task, dueAt) => {
      const schedule =
        dueAt > now() ? { scheduleTime: new Date(dueAt + CLOCK_SKEW_MS) } : undefined;
      try {
        await queue.enqueue(task, { id: taskId(task, dueAt), ...schedule });
      } catch (error) {
        const exists = error instanceof Error && 'code' in error && error.code === EXISTS;
        if (!exists) throw error;
      }
    },
  };
}
