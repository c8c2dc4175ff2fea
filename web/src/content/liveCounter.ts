import type { Drift } from './drift';

/** Sample content: the counter, which stays about where it starts. */
export const SAMPLE_COUNTER: Drift = {
  start: 1247,
  by: [-3, 3],
  within: [1230, 1264],
  everyMs: 5_000,
};

export const COUNTER_WORDS = {
  label: 'traders in the community right now',
  note: 'A sample figure that moves by itself: we keep no public count of who is here.',
} as const;
