import type { User } from '@quantalgo/contracts/account/member';
import type { JournalWrite } from '@quantalgo/contracts/journal/entry';
import {
  type Dispatch,
  type SetStateAction,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { saveCsv } from '../../data/core/saveFile';
import {
  readRememberedChoices,
  readImportContext,
  storeChoices,
  sendJournal,
} from '../../data/journal/import/context';
import { Importer } from '../../data/journal/import/importer';
import type { choicesSchema, ImportReply, Preview } from '../../data/journal/import/messages';
import { toHeaderKey, MAX_FILE_BYTES } from '../../data/journal/import/table';
import type { JournalView } from '../../data/journal/entries';
import { writeEntries } from '../../data/journal/write';
import { describeStorageError } from '../../data/outbox/storageErrors';
import type * as z from 'zod/mini';

export type ImportChoices = z.infer<typeof choicesSchema>;

/** `bytes` are copied from `file` as soon as it is chosen, because it may change or disappear. */
export interface ImportDraft {
  readonly file: File;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Null until the file has been read. */
  readonly choices: ImportChoices | null;
  /** Why the last import failed. Saving may go on, and fail, after the dialog was closed. */
  readonly problem: string | null;
}

export interface OpenImport {
  readonly header: readonly string[];
  readonly sheet: string | null;
  readonly choices: ImportChoices;
  readonly preview: Preview;
}

const FILE_GONE_ERROR = 'This file was changed or removed. Please choose it again.';

const JOURNAL_ERROR = 'Your journal can’t be read. Please reload the app.';

const START_ERROR = 'The import can’t start. Please reload the app.';

const FILE_TOO_LARGE_ERROR = `This file is larger than ${MAX_FILE_BYTES / 1_000_000} MB. Export fewer days, then choose that file.`;

const isOpened = (reply: ImportReply): reply is Extract<ImportReply, { type: 'opened' }> =>
  reply.type === 'opened';

/** The message is for the member. */
class ImportError extends Error {
  override readonly name = 'ImportError';
}

const describeImportError = (error: unknown): string =>
  error instanceof ImportError ? error.message : describeStorageError(error);

const describeReply = (reply: ImportReply): string =>
  reply.type === 'failed' ? reply.problem : FILE_GONE_ERROR;

/** @throws ImportError */
async function fetchAllWrites(importer: Importer): Promise<JournalWrite[]> {
  const writes: JournalWrite[] = [];
  for (let from: number | null = 0; from !== null;) {
    const reply: ImportReply = await importer.send({ type: 'writes', from });
    if (reply.type !== 'writes') throw new ImportError(describeReply(reply));
    writes.push(...reply.writes);
    from = reply.next;
  }
  return writes;
}

export function useImport({
  user,
  journal,
  draft,
  onDraft,
  onDone,
}: {
  readonly user: User;
  readonly journal: readonly JournalView[];
  readonly draft: ImportDraft | null;
  readonly onDraft: Dispatch<SetStateAction<ImportDraft | null>>;
  readonly onDone: () => void;
}) {
  const [open, setOpen] = useState<OpenImport | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<'reading' | 'planning' | 'writing' | null>(null);
  const importer = useRef<Importer | null>(null);
  const journalTransfer = useRef<Promise<boolean>>(Promise.resolve(true));
  const latestRequest = useRef<unknown>(null);
  /** Called when the dialog opens, so that parsers and journal load before a file is chosen. */
  const startImporter = (): Importer => {
    const { current } = importer;
    if (current && !current.hasFailed && !current.isClosed) return current;
    const instance = new Importer();
    importer.current = instance;
    journalTransfer.current = sendJournal(instance, journal);
    return instance;
  };
  const fail = (message: string) => {
    setProblem(message);
    setBusy(null);
  };

  const openDraft = async (importDraft: ImportDraft) => {
    const { bytes, file, choices } = importDraft;
    latestRequest.current = bytes;
    setBusy('reading');
    setProblem(null);
    setOpen(null);
    const instance = startImporter();
    const isJournalSent = await journalTransfer.current;
    const signals = await readImportContext(user);
    if (latestRequest.current !== bytes) return;
    if (!isJournalSent) {
      fail(JOURNAL_ERROR);
      return;
    }
    const reply = await instance.send({
      type: 'open',
      bytes,
      name: file.name,
      remembered: readRememberedChoices(),
      choices,
      ...signals,
    });
    if (latestRequest.current !== bytes) return;
    if (!isOpened(reply)) {
      fail(describeReply(reply));
      return;
    }
    setOpen(reply);
    setBusy(null);
    onDraft({ ...importDraft, choices: reply.choices });
  };

  const loadDraft = (importDraft: ImportDraft) => {
    openDraft(importDraft).catch(() => {
      if (latestRequest.current === importDraft.bytes) fail(START_ERROR);
    });
  };
  const loadOnce = useRef(() => {
    if (draft) loadDraft(draft);
    else startImporter();
  });
  useEffect(() => {
    loadOnce.current();
    return () => {
      latestRequest.current = null;
      importer.current?.close();
    };
  }, []);

  const choose = async (file: File) => {
    latestRequest.current = file;
    setOpen(null);
    onDraft(null);
    if (file.size > MAX_FILE_BYTES) {
      fail(FILE_TOO_LARGE_ERROR);
      return;
    }
    const buffer = await file.arrayBuffer().catch(() => null);
    if (latestRequest.current !== file) return;
    if (!buffer) {
      fail(FILE_GONE_ERROR);
      return;
    }
    const bytes = new Uint8Array(buffer);
    const copy = new File([bytes], file.name, { type: file.type });
    const newDraft = { file: copy, bytes, choices: null, problem: null };
    onDraft(newDraft);
    loadDraft(newDraft);
  };

  const change = useCallback(
    async (choices: ImportChoices) => {
      if (!importer.current || !draft) return;
      latestRequest.current = choices;
      setOpen((previous) => previous && { ...previous, choices });
      setBusy('planning');
      const reply = await importer.current.send({ type: 'preview', choices });
      if (latestRequest.current !== choices) return;
      if (reply.type !== 'preview') {
        fail(describeReply(reply));
        return;
      }
      setOpen((previous) => previous && { ...previous, preview: reply.preview });
      setBusy(null);
      onDraft({ ...draft, choices });
    },
    [draft, onDraft],
  );

  const importEntries = async () => {
    const instance = importer.current;
    if (!instance || !open || !draft) return;
    setBusy('writing');
    setProblem(null);
    onDraft({ ...draft, problem: null });
    const settle = (reason: string | null) =>
      onDraft((latest) => {
        // The dialog may have been closed, and opened with another file, in the meantime.
        if (latest?.bytes !== draft.bytes) return latest;
        return reason === null ? null : { ...latest, problem: reason };
      });
    try {
      await writeEntries(user.id, await fetchAllWrites(instance));
      const { mapping, dayOrder, zone } = open.choices;
      storeChoices({ header: toHeaderKey(open.header), mapping, dayOrder, zone });
      settle(null);
      if (!instance.isClosed) onDone();
    } catch (error) {
      // Closing the dialog ends the importer, so that nothing is saved.
      if (error instanceof ImportError && instance.isClosed) return;
      setBusy(null);
      settle(describeImportError(error));
    }
  };

  const saveSkippedRows = async () => {
    const reply = await importer.current?.send({ type: 'skipped-rows' });
    if (reply?.type === 'skipped-rows') saveCsv('skipped-rows.csv', reply.csv);
    else if (reply) fail(describeReply(reply));
  };

  /** Reads the file again to match signals received in the meantime. */
  const reload = () => {
    if (draft) loadDraft(draft);
  };
  return {
    open: draft && open,
    problem: problem ?? draft?.problem ?? null,
    busy,
    choose,
    change,
    importEntries,
    saveSkippedRows,
    reload,
  };
}
