/** What pages ask of the service worker, as the `type` of a message. */
export const ASK = {
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
export const KIT_TOLD = 'kit';

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
export const SHARED = { database: 'quantalgo-shared', store: 'files', key: 'image' } as const;
