/** The scheduled functions, in the order in which they run when their times meet. Cron: every `everyMinutes` of the hour. */
export const SCHEDULES = [
  { name: 'publishSignal', everyMinutes: 5 },
  { name: 'settleSignals', everyMinutes: 5 },
] as const;
