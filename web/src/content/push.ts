import type { PushEvent, PushMode } from '@quantalgo/contracts';

/** What a device can be told. */
export const PUSH_EVENT_WORDS: Readonly<Record<PushEvent, string>> = {
  signal: 'New signals',
  access: 'Changes of your access',
  ticket: 'Answers of support',
};

export const PUSH_MODE_WORDS: Readonly<Record<PushMode, string>> = {
  on: 'On',
  silent: 'Silent',
  off: 'Off',
};
