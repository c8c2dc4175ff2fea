import {
  type AdminProof,
  type AdminSetup,
  type AdminUser,
  BROKER_CSV_MAX,
  type DuplicateProof,
  type ProofCase,
  PROOFS_PAGE_SIZE,
  type SetupCase,
  type Tier,
} from '@quantalgo/contracts';
import { useEffect, useState } from 'react';
import { call } from '../session/call';
import {
  type Answer,
  asStaff,
  failureWords,
  staffMemory,
  useAnswer,
  useAutoRefresh,
} from './answers';
import { fingerprintOfImage } from './fingerprint';

/** The lines of a CSV; a line break inside quotes ends none. */
function linesOf(csv: string): string[] {
  const lines: string[] = [];
  let open = false;
  let line = '';
  for (const part of csv.split(/\r?\n/)) {
    line = open ? `${line}\n${part}` : part;
    open = (line.split('"').length - 1) % 2 === 1;
    if (!open) lines.push(line);
  }
  return open ? [...lines, line] : lines;
}

/** Part of a list, and how many lines of the list stand before its rows. */
export interface ListPart {
  readonly csv: string;
  readonly linesBefore: number;
}

/** Divides the broker's list into parts that a call takes, each below the list's head. */
export function partsOfList(csv: string, most = BROKER_CSV_MAX): ListPart[] {
  const [head = '', ...rows] = linesOf(csv);
  const parts: ListPart[] = [];
  let held: string[] = [];
  let length = head.length;
  let taken = 0;
  const close = () => {
    if (held.length === 0) return;
    parts.push({ csv: [head, ...held].join('\n'), linesBefore: taken });
    taken += held.length;
    held = [];
    length = head.length;
  };
  for (const row of rows) {
    if (length + row.length + 1 > most) close();
    held.push(row);
    length += row.length + 1;
  }
  close();
  return parts.length === 0 ? [{ csv: head, linesBefore: 0 }] : parts;
}

/** The submissions of a kind that wait, oldest first, as far as they were asked for. */
export interface Queue<S> {
  readonly rows: readonly S[];
  /** Whether there may be more behind the last one. */
  readonly more: boolean;
}

const proofQueue = staffMemory<Queue<AdminProof>>();

/** The proofs behind `after`, or the oldest. */
export const fetchProofs = (after?: string): Promise<Queue<AdminProof>> =>
  asStaff(async () => {
    const { data } = await call('adminProofs', after === undefined ? {} : { query: { after } });
    return { rows: data, more: data.length >= PROOFS_PAGE_SIZE };
  });

/** The proofs that wait, kept while this page of the browser lives. */
export const useProofQueue = (): Answer<Queue<AdminProof>> =>
  useAnswer(proofQueue, 'waiting', () => fetchProofs(), failureWords('adminProofs'));

/** Takes the oldest proof that nobody has; null where none is left. All below throw as {@link call} does. */
export const takeNext = (): Promise<ProofCase | null> =>
  asStaff(async () => (await call('claimNextProof', {})).data);

/** Takes a proof; one that was decided may be looked at by anybody. */
export const takeProof = (id: string): Promise<ProofCase> =>
  asStaff(async () => (await call('claimProof', { params: { id } })).data);

/** Proofs of other accounts that look like the image of this one; none where it is too small to be compared. */
export const findAlike = (
  id: string,
  image: HTMLImageElement,
): Promise<readonly DuplicateProof[]> =>
  asStaff(async () => {
    const body = fingerprintOfImage(image);
    return body ? (await call('compareProof', { params: { id }, body })).data : [];
  });

/** Gives a proof back to the queue. */
export const releaseProof = (id: string): Promise<unknown> =>
  asStaff(() => call('releaseProof', { params: { id } }));

/** Approves a proof, which grants its member the tier. */
export const approveProof = (id: string, tier: Exclude<Tier, 'guest'>): Promise<AdminUser> =>
  asStaff(async () => (await call('approveProof', { params: { id }, body: { tier } })).data.user);

/** Rejects a proof with a reason, which its member reads. */
export const rejectProof = (id: string, reason: string): Promise<unknown> =>
  asStaff(() => call('rejectProof', { params: { id }, body: { reason } }));

/** Rejects several proofs with one reason, and says which: those that others took are left out. */
export const rejectProofs = (ids: readonly string[], reason: string): Promise<readonly string[]> =>
  asStaff(
    async () => (await call('rejectProofs', { body: { ids: [...ids], reason } })).data.rejected,
  );

/** What of a list was taken in, and the lines that could not be read. */
export interface Imported {
  readonly imported: number;
  readonly problems: readonly { readonly line: number; readonly problem: string }[];
}

/** Takes in the broker's list, part by part; `onPart` is told what share of it (0 to 1) is there. */
export const importBrokerList = (csv: string, onPart: (share: number) => void): Promise<Imported> =>
  asStaff(async () => {
    const parts = partsOfList(csv);
    let all: Imported = { imported: 0, problems: [] };
    for (const [index, { csv: part, linesBefore }] of parts.entries()) {
      const { data } = await call('importBrokerList', { body: { csv: part } });
      const problems = data.problems.map((one) => ({ ...one, line: one.line + linesBefore }));
      all = { imported: all.imported + data.imported, problems: [...all.problems, ...problems] };
      onPart((index + 1) / parts.length);
    }
    return all;
  });

const setupQueue = staffMemory<Queue<AdminSetup>>();

/** The account setups that wait, as many as the server answers at once. */
export const useSetupQueue = (): Answer<Queue<AdminSetup>> =>
  useAutoRefresh(
    useAnswer(
      setupQueue,
      'waiting',
      async () => ({ rows: (await call('adminSetups', {})).data, more: false }),
      failureWords('adminSetups'),
    ),
  );

const setupCases = staffMemory<SetupCase>();

/** An account setup with all that staff decides it by; nothing is asked while `id` is null. */
export const useSetupCase = (id: string | null): Answer<SetupCase> =>
  useAnswer(
    setupCases,
    id,
    async () => (await call('adminSetup', { params: { id: id ?? '' } })).data,
    failureWords('adminSetup'),
  );

/** Approves an account setup; the member keeps a higher tier that they have. */
export const approveSetup = (id: string, tier: 'starter' | 'essential'): Promise<AdminUser> =>
  asStaff(async () => (await call('approveSetup', { params: { id }, body: { tier } })).data.user);

/** Rejects an account setup. @param reason what its member reads */
export const rejectSetup = (id: string, reason: string): Promise<AdminSetup> =>
  asStaff(async () => (await call('rejectSetup', { params: { id }, body: { reason } })).data);

/** A file of the store, as far as it is here. */
export type StoredFile =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'here'; readonly url: string; readonly blob: Blob };

interface Fetched {
  readonly path: string;
  readonly file: StoredFile;
}

async function fetchFile(path: string): Promise<StoredFile> {
  const { download } = await import('../session/fileStorage');
  const blob = await download(path);
  return { state: 'here', url: URL.createObjectURL(blob), blob };
}

/** The file at this path of the store, which staff may read; kept nowhere once it is no longer shown. */
export function useStoredFile(path: string): {
  readonly file: StoredFile;
  readonly tryAgain: () => void;
} {
  const [round, setRound] = useState(0);
  const [fetched, setFetched] = useState<Fetched | null>(null);
  useEffect(() => {
    let url: string | null = null;
    let current = true;
    void fetchFile(path)
      .catch((): StoredFile => ({ state: 'failed' }))
      .then((file) => {
        if (file.state === 'here') url = file.url;
        if (current) setFetched({ path, file });
        else if (url !== null) URL.revokeObjectURL(url);
      });
    return () => {
      current = false;
      setFetched(null);
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [path, round]);
  const file: StoredFile = fetched?.path === path ? fetched.file : { state: 'loading' };
  return { file, tryAgain: () => setRound((before) => before + 1) };
}
