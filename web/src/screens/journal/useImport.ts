import type { User } from '@quantalgo/contracts/account/member';
import type { JournalWrite } from '@quantalgo/contracts/journal/entry';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { saveCsv } from '../../data/core/saveFile';
import {
  listChangedEntries,
  readRememberedChoices,
  readImportContext,
  storeChoices,
  sendJournal,
} from '../../data/journal/import/context';
import {
  dismissImportProblem,
  type ImportChoices,
  type ImportDraft,
  importDraft,
  updateImportDraft,
  useImportDraft,
} from '../../data/journal/import/draft';
import { Importer } from '../../data/journal/import/importer';
import type { ImportReply, Preview } from '../../data/journal/import/messages';
import { toHeaderKey, MAX_FILE_BYTES } from '../../data/journal/import/table';
import type { JournalView } from '../../data/journal/entries';
import { hasWholeJournal } from '../../data/journal/rows';
import { writeEntries } from '../../data/journal/write';
import { isDeviceFull, StorageError } from '../../data/outbox/storageErrors';
import { useStored } from '../../data/storage/memberDatabase';

export interface OpenImport {
  readonly header: readonly string[];
  readonly sheets: readonly string[];
  readonly leftOut: readonly string[];
  readonly choices: ImportChoices;
  readonly preview: Preview;
}

const FILE_GONE_ERROR = 'This file was changed or removed. Please choose it again.';

const JOURNAL_ERROR = 'Your journal can’t be read. Please reload the app.';

const START_ERROR = 'The import can’t start. Please reload the app.';

const DEVICE_FULL_ERROR =
  'Nothing was imported, because this device is out of storage. Free up some space, then try again.';

const STORAGE_ERROR =
  'Nothing was imported, because this device can’t store anything right now. Please try again.';

const FILE_TOO_LARGE_ERROR = `This file is larger than ${MAX_FILE_BYTES / 1_000_000} MB. Export fewer days, then choose that file.`;

const isOpened = (reply: ImportReply): reply is Extract<ImportReply, { type: 'opened' }> =>
  reply.type === 'opened';

/** The message is for the member. */
class ImportError extends Error {
  override readonly name = 'ImportError';
}

function describeImportError(error: unknown): string {
  if (error instanceof ImportError) return error.message;
  const cause = error instanceof StorageError ? error.cause : error;
  return isDeviceFull(cause) ? DEVICE_FULL_ERROR : STORAGE_ERROR;
}

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
  onDone,
}: {
  readonly user: User;
  readonly journal: readonly JournalView[];
  readonly onDone: () => void;
}) {
  const draft = useImportDraft();
  const isSaving = draft?.isSaving ?? false;
  const [open, setOpen] = useState<OpenImport | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<'reading' | 'planning' | null>(null);
  /** Undefined while it is being read. */
  const isJournalWhole = useStored(hasWholeJournal);
  const importer = useRef<Importer | null>(null);
  const sentJournal = useRef<readonly JournalView[]>([]);
  const journalTransfer = useRef<Promise<boolean>>(Promise.resolve(true));
  const latestRequest = useRef<unknown>(null);
  const latestDraft = useRef<ImportDraft['bytes'] | null>(null);
  const startImporter = (): Importer => {
    const { current } = importer;
    if (current && !current.hasFailed) return current;
    const instance = new Importer();
    importer.current = instance;
    sentJournal.current = [];
    journalTransfer.current = Promise.resolve(true);
    return instance;
  };
  /** @returns true if there were any */
  const sendChanges = (instance: Importer): boolean => {
    const changes = listChangedEntries(sentJournal.current, journal);
    sentJournal.current = journal;
    journalTransfer.current = journalTransfer.current.then(
      (isSent) => isSent && sendJournal(instance, changes),
    );
    return changes.length > 0;
  };
  const fail = (message: string) => {
    setProblem(message);
    setBusy(null);
  };

  const openDraft = async ({ bytes, file, choices }: ImportDraft) => {
    latestRequest.current = bytes;
    latestDraft.current = bytes;
    setBusy('reading');
    setProblem(null);
    setOpen(null);
    const instance = startImporter();
    sendChanges(instance);
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
    updateImportDraft(bytes, { choices: reply.choices });
  };

  const loadDraft = (nextDraft: ImportDraft) => {
    openDraft(nextDraft).catch(() => {
      if (latestRequest.current === nextDraft.bytes) fail(START_ERROR);
    });
  };
  const plan = async (bytes: ImportDraft['bytes'], choices: ImportChoices) => {
    const instance = importer.current;
    if (!instance) return;
    latestRequest.current = choices;
    setBusy('planning');
    const isJournalSent = await journalTransfer.current;
    const reply = await instance.send({ type: 'preview', choices });
    if (latestRequest.current !== choices) return;
    if (!isJournalSent || reply.type !== 'preview') {
      fail(isJournalSent ? describeReply(reply) : JOURNAL_ERROR);
      return;
    }
    setOpen((previous) => previous && { ...previous, preview: reply.preview });
    setBusy(null);
    updateImportDraft(bytes, { choices });
  };

  useEffect(
    () => () => {
      latestRequest.current = null;
      latestDraft.current = null;
      importer.current?.close();
      importer.current = null;
    },
    [],
  );
  // After every render, because each of these values may change first.
  useEffect(() => {
    if (isJournalWhole !== true) return;
    if (draft && draft.bytes !== latestDraft.current) loadDraft(draft);
    const hasFailed = importer.current?.hasFailed ?? false;
    if (busy !== null || isSaving || hasFailed || journal === sentJournal.current) return;
    // Also before a file is chosen, so that parsers and journal are loaded by then.
    const hasChanges = sendChanges(startImporter());
    if (hasChanges && draft && open) void plan(draft.bytes, open.choices);
  });

  // A problem that was shown here isn't shown again in the Journal.
  useLayoutEffect(() => dismissImportProblem, []);

  // Saving may have been started by an earlier dialog.
  const wasSaving = useRef(isSaving);
  useEffect(() => {
    if (wasSaving.current && !draft) onDone();
    wasSaving.current = isSaving;
  }, [draft, isSaving, onDone]);

  const choose = async (file: File) => {
    latestRequest.current = file;
    setOpen(null);
    importDraft.set(null);
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
    const newDraft = {
      uid: user.id,
      file: copy,
      bytes,
      choices: null,
      isSaving: false,
      problem: null,
    };
    importDraft.set(newDraft);
  };

  const change = (choices: ImportChoices) => {
    if (!draft) return;
    setOpen((previous) => previous && { ...previous, choices });
    setProblem(null);
    dismissImportProblem();
    void plan(draft.bytes, choices);
  };

  const importEntries = async () => {
    const instance = importer.current;
    if (!instance || !open || !draft) return;
    const { bytes } = draft;
    setProblem(null);
    updateImportDraft(bytes, { isSaving: true, problem: null });
    try {
      await writeEntries(user.id, await fetchAllWrites(instance));
      const { mapping, dayOrder, zone } = open.choices;
      storeChoices({ header: toHeaderKey(open.header), mapping, dayOrder, zone });
      updateImportDraft(bytes, null);
    } catch (error) {
      // Closing the dialog ends the importer, so that nothing is saved.
      const isCancelled = error instanceof ImportError && instance.isClosed;
      updateImportDraft(bytes, {
        isSaving: false,
        problem: isCancelled ? null : describeImportError(error),
      });
    }
  };

  const saveSkippedRows = async () => {
    const reply = await importer.current?.send({ type: 'skipped-rows' });
    if (reply?.type === 'skipped-rows') saveCsv('skipped-rows.csv', reply.csv);
    else if (reply) fail(describeReply(reply));
  };

  /** Reads the file again to match signals received in the meantime. */
  const reload = () => {
    if (draft && !draft.isSaving) loadDraft(draft);
  };
  return {
    draft,
    open: draft && open,
    problem: problem ?? draft?.problem ?? null,
    busy,
    isSaving,
    isJournalWhole,
    choose,
    change,
    importEntries,
    saveSkippedRows,
    reload,
  };
}
