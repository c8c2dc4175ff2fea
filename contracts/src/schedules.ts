/** The scheduled functions, in the order in which they run when their times meet. Each at whole multiples of its minutes, in UTC. */
export const SCHEDULES = [
  { name: 'publishSignal', everyMinutes: 5 },
  { name: 'settleSignals', everyMinutes: 5 },
  { name: 'refitCalibrations', everyMinutes: 24 * 60 },
  { name: 'correctRecord', everyMinutes: 24 * 60 },
  { name: 'retryMail', everyMinutes: 1 },
  { name: 'resumePushes', everyMinutes: 1 },
  { name: 'resumeDeletions', everyMinutes: 15 },
  { name: 'anchorUsers', everyMinutes: 5 },
  { name: 'mendConsole', everyMinutes: 24 * 60 },
  { name: 'expireRegistrations', everyMinutes: 60 },
  { name: 'stampHead', everyMinutes: 60 },
  { name: 'removeOrphans', everyMinutes: 24 * 60 },
] as const;
