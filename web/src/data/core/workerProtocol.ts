/** What pages ask of the service worker, as the `type` of a message. */
export const WORKER_REQUEST = {
  /** Take over from the worker that runs: Workbox's own words. */
  takeOver: 'SKIP_WAITING',
  /** Fetch what is missing of the offline kit. */
  fetchKit: 'fetch-kit',
  /** Tell how much of the kit is there. */
  tellKit: 'tell-kit',
  /** Tell what your build is, to the port that comes along. */
  tellBuild: 'tell-build',
} as const;

/** The `type` of what the worker tells all pages. */
export const KIT_MESSAGE = 'kit';

/** How far the offline kit is, in files. */
export interface KitState {
  readonly status: 'absent' | 'fetching' | 'failed' | 'ready';
  readonly done: number;
  readonly total: number;
}

/** A build that waits: its name, and what is new in it. */
export interface WaitingBuild {
  readonly name: string;
  readonly news: readonly string[];
}

/** Where a picture goes that another app shares, and the part of the form that holds it. */
export const SHARE_PATH = '/share-target';

export const SHARE_PART = 'image';

/** The IndexedDB database that holds such a picture until a page takes it, its store and its only key. */
export const SHARED_FILE_STORE = {
  database: 'quantalgo-shared',
  store: 'files',
  key: 'image',
} as const;

/** The `type` of what the worker tells pages of push. */
export const PUSH_MESSAGE = {
  /** A notification was shown: which, and how long (ms) it took from the server to the device. */
  shown: 'push-shown',
  /** A notification was clicked: the path that it leads to. */
  opened: 'push-opened',
} as const;

/** The IndexedDB database that holds what this device knows of its notifications, its store and its only key. */
export const PUSH_STORE = { database: 'quantalgo-push', store: 'push', key: 'kept' } as const;

/** Names what the browser is asked to wake the service worker for once there is a network. */
export const OUTBOX_TAG = 'outbox';

/** The `type` of the message by which the worker has a page send what waits. */
export const SEND_OUTBOX = 'send-outbox';
