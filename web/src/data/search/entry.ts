export type EntryIcon =
  | 'screen'
  | 'signal'
  | 'lesson'
  | 'setting'
  | 'action'
  | 'help'
  | 'recent'
  | 'member'
  | 'proof'
  | 'audit';

export interface SearchEntry {
  readonly id: string;
  readonly group: string;
  readonly icon: EntryIcon;
  readonly title: string;
  readonly detail?: string;
  readonly keywords?: string;
  readonly isLocked?: boolean;
  readonly to?: string;
  /** Runs after a second press if there is a `confirmPrompt`. @returns the status line's message */
  readonly run?: () => string | Promise<string>;
  readonly confirmPrompt?: string;
  /** Fills the search field instead of opening something. */
  readonly query?: string;
}

/** Only staff can search members on the server. */
export interface StaffResults {
  readonly entries: readonly SearchEntry[];
  readonly state: 'idle' | 'searching' | 'ready' | 'failed' | 'needs-factor';
}

export const NO_STAFF_RESULTS: StaffResults = { entries: [], state: 'idle' };
