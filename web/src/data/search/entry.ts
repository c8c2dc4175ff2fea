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
  readonly words?: string;
  readonly isLocked?: boolean;
  readonly to?: string;
  /** Runs after a second press if `question` asks for one. @returns what was done, for the status line */
  readonly run?: () => string | Promise<string>;
  readonly question?: string;
  /** Fills the field in place of opening something. */
  readonly query?: string;
}

/** What the server found of members; only staff search them. */
export interface StaffResults {
  readonly entries: readonly SearchEntry[];
  readonly state: 'idle' | 'searching' | 'ready' | 'failed' | 'factor';
}

export const NO_STAFF_RESULTS: StaffResults = { entries: [], state: 'idle' };
