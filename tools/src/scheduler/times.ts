const MINUTE_MS = 60_000;

export interface Schedule {
  readonly name: string;
  readonly everyMinutes: number;
}

/** The next nominal time (epoch ms) after `after`: schedules run at whole multiples of their minutes. */
export function nextRun({ everyMinutes }: Schedule, after: number): number {
  const period = everyMinutes * MINUTE_MS;
  return (Math.floor(after / period) + 1) * period;
}

/** The next instant (epoch ms) at which anything runs, and what runs then, in the order of the table. */
export function nextRuns(schedules: readonly Schedule[], after: number) {
  const at = Math.min(...schedules.map((schedule) => nextRun(schedule, after)));
  return { at, due: schedules.filter((schedule) => nextRun(schedule, after) === at) };
}
