import type { Task, TaskQueue } from '../src/platform/core/taskQueues';

interface ScheduledTask {
  readonly task: Task;
  /** Epoch ms. */
  readonly dueAt: number;
}

/** Tests run the tasks themselves, by their own clock. */
export function fakeTaskQueue() {
  const names = new Set<string>();
  let waiting: readonly ScheduledTask[] = [];
  const take = (now: number): Task[] => {
    const due = waiting.filter(({ dueAt }) => dueAt <= now);
    waiting = waiting.filter(({ dueAt }) => dueAt > now);
    return due.map(({ task }) => task);
  };
  return {
    add: (task: Task, dueAt: number) => {
      const name = `${task.collection}/${task.id}/${dueAt}`;
      if (!names.has(name)) waiting = [...waiting, { task, dueAt }];
      names.add(name);
      return Promise.resolve();
    },
    waiting: () => waiting,
    purge: () => {
      waiting = [];
    },
    take,
    runDue: async <T>(now: number, run: (task: Task) => Promise<T>): Promise<T[]> => {
      const results: T[] = [];
      for (const task of take(now)) results.push(await run(task));
      return results;
    },
  } satisfies TaskQueue & Readonly<Record<string, unknown>>;
}
