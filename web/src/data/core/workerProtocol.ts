export const WORKER_REQUEST = {
  /** Workbox's message to activate a waiting worker. */
  takeOver: 'SKIP_WAITING',
  fetchKit: 'fetch-kit',
  tellKit: 'tell-kit',
  tellBuild: 'tell-build',
  tellOpened: 'tell-opened',
  tookOpened: 'took-opened',
} as const;

export const KIT_MESSAGE = 'kit';

export interface KitState {
  readonly status: 'absent' | 'fetching' | 'failed' | 'ready';
  readonly done: number;
  readonly total: number;
}

export interface WaitingBuild {
  readonly name: string;
  readonly news: readonly string[];
}

export const SHARE_PATH = '/share-target';

export const SHARE_PART = 'image';

export const PUSH_MESSAGE = {
  /**
   * The worker handled a push or a mute. Contains the id of the shown notification, the delivery
   * time (ms), the id of a stored signal, or that signals were muted.
   */
  shown: 'push-shown',
  opened: 'push-opened',
} as const;

export const OUTBOX_TAG = 'outbox';

export const LOGOUT_TAG = 'logout';

export const SEND_OUTBOX = 'send-outbox';

export const CACHE_PREFIX = 'site-';
