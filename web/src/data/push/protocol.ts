/** The `type` of what the worker tells pages of push. */
export const PUSH_TOLD = {
  /** A notification was shown: which, and how long (ms) it took from the server to the device. */
  shown: 'push-shown',
  /** A notification was clicked: the path that it leads to. */
  opened: 'push-opened',
} as const;

/** The IndexedDB database that holds what this device knows of its notifications, its store and its only key. */
export const PUSH_KEPT = { database: 'quantalgo-push', store: 'push', key: 'kept' } as const;
