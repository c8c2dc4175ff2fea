/** The `type` of a page's message to the service worker. */
export const WORKER_REQUEST = {
  /** Replace the running worker: Workbox's message type. */
  takeOver: 'SKIP_WAITING',
  /** Fetch the missing files of shell and offline kit. */
  fetchKit: 'fetch-kit',
  /** Report how much of both is stored. */
  tellKit: 'tell-kit',
  /** Send the worker's build through the message's port. */
  tellBuild: 'tell-build',
  /**
   * Send the path of a notification that was clicked while this page was
   * loading.
   */
  tellOpened: 'tell-opened',
  /** This page navigates to the clicked notification's path. */
  tookOpened: 'took-opened',
} as const;

/** `type` of the worker's message to all pages about the offline kit. */
export const KIT_MESSAGE = 'kit';

/** Stored files of shell and offline kit. */
export interface KitState {
  readonly status: 'absent' | 'fetching' | 'failed' | 'ready';
  readonly done: number;
  readonly total: number;
}

export interface WaitingBuild {
  readonly name: string;
  readonly news: readonly string[];
}

/** Receives a picture shared by another app, in this form field. */
export const SHARE_PATH = '/share-target';

export const SHARE_PART = 'image';

/** A shared picture, until a page takes it. */
export const SHARED_FILE_STORE = {
  database: 'quantalgo-shared',
  store: 'files',
  key: 'image',
} as const;

/** `type` of the worker's messages about push. */
export const PUSH_MESSAGE = {
  /**
   * A notification was handled: the id of the one shown, the time (ms) from
   * server to device, the id of the stored signal, or that the member muted
   * signals.
   */
  shown: 'push-shown',
  /** A notification was clicked: its path. */
  opened: 'push-opened',
} as const;

/** This device's push state. */
export const PUSH_STORE = { database: 'quantalgo-push', store: 'push', key: 'kept' } as const;

export const OUTBOX_TAG = 'outbox';

/** For sign-outs made while the server was unreachable. */
export const SIGN_OUT_TAG = 'sign-out';

/** `type` of the message that makes a page send its outbox. */
export const SEND_OUTBOX = 'send-outbox';

/** Prefix of the caches with the site’s files. */
export const CACHE_PREFIX = 'site-';
