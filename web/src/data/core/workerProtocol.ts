/** Requests of pages to the service worker: the `type` of a message. */
export const WORKER_REQUEST = {
  /** Replace the running worker: Workbox's message type. */
  takeOver: 'SKIP_WAITING',
  /** Fetch the missing files of shell and offline kit. */
  fetchKit: 'fetch-kit',
  /** Report how much of both is stored. */
  tellKit: 'tell-kit',
  /** Send the worker's build through the message's port. */
  tellBuild: 'tell-build',
  /** Send the path of the notification that was clicked while this page was still loading. */
  tellOpened: 'tell-opened',
  /** This page navigates to the clicked notification's path. */
  tookOpened: 'took-opened',
} as const;

/** The `type` of the worker's message to all pages about the offline kit. */
export const KIT_MESSAGE = 'kit';

/** Stored part of the app, shell and offline kit, in files. */
export interface KitState {
  readonly status: 'absent' | 'fetching' | 'failed' | 'ready';
  readonly done: number;
  readonly total: number;
}

/** A waiting build: its name, and the news in it. */
export interface WaitingBuild {
  readonly name: string;
  readonly news: readonly string[];
}

/** The path that receives a picture shared by another app, and the form field with it. */
export const SHARE_PATH = '/share-target';

export const SHARE_PART = 'image';

/** The IndexedDB database, store and only key of a shared picture until a page takes it. */
export const SHARED_FILE_STORE = {
  database: 'quantalgo-shared',
  store: 'files',
  key: 'image',
} as const;

/** The `type` of the worker's messages to pages about push. */
export const PUSH_MESSAGE = {
  /**
   * The worker handled a notification: the id of one that was shown, the time (ms) it took from the server to the
   * device, the id of the signal that it stored, or whether the member muted signals.
   */
  shown: 'push-shown',
  /** A notification was clicked: its path. */
  opened: 'push-opened',
} as const;

/** The IndexedDB database, store and only key of this device's push state. */
export const PUSH_STORE = { database: 'quantalgo-push', store: 'push', key: 'kept' } as const;

/** Background Sync tag for sending the outbox. */
export const OUTBOX_TAG = 'outbox';

/** Background Sync tag for sign-outs made while the server was unreachable. */
export const SIGN_OUT_TAG = 'sign-out';

/** The `type` of the worker's message that makes a page send its outbox. */
export const SEND_OUTBOX = 'send-outbox';

/** How the names of the caches begin that hold the site’s files. */
export const CACHE_PREFIX = 'site-';
