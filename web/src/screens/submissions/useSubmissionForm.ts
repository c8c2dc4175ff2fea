import type { SubmissionKind } from '@quantalgo/contracts/submissions/activation';
import { NOT_A_SETUP_PROOF, NOT_AN_IMAGE } from '@quantalgo/contracts/submissions/submission';
import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { useSingleFlight } from '../../data/core/useSingleFlight';
import { readDraft, writeDraft } from '../../data/core/webStorage';
import {
  readDraftFile,
  type FileForm,
  deleteDraftFile,
  deleteSharedFile,
  readSharedFile,
  storeDraftFile,
} from '../../data/outbox/draftFiles';
import type { TypedOutboxItem } from '../../data/outbox/item';
import { enqueueItem } from '../../data/outbox/outbox';
import { describeStorageError, isDeviceFull } from '../../data/outbox/storageErrors';

interface FormKind {
  /** Key of the stored text draft. */
  readonly draft: string;
  readonly files: FileForm;
  /** Accepts a picture shared by another app. */
  readonly acceptsShared: boolean;
  readonly takesPdf: boolean;
  /** Errors for a missing file, and for one of another kind. */
  readonly missing: string;
  readonly malformed: string;
}

const KINDS: Readonly<Record<SubmissionKind, FormKind>> = {
  proof: {
    draft: 'link-trader-id',
    files: 'drafts',
    acceptsShared: true,
    takesPdf: false,
    missing: 'Please upload proof of your trader account',
    malformed: NOT_AN_IMAGE,
  },
  setup: {
    draft: 'account-setup',
    files: 'setupDrafts',
    acceptsShared: false,
    takesPdf: true,
    missing: 'Please upload proof of your deposit',
    malformed: NOT_A_SETUP_PROOF,
  },
};

const SUBMISSION_ERROR = 'Verification submission failed. Please try again.';

const describeFailure = (error: unknown): string =>
  isDeviceFull(error) ? describeStorageError(error) : SUBMISSION_ERROR;

/** Lazy, because the form is usable without it. */
export const loadDeferred = () => import('./deferred');

/** If the browser can't store drafts, the form works without them. */
const ignore = () => undefined;

export function forgetDraft(kind: SubmissionKind, uid: string): void {
  writeDraft(KINDS[kind].draft, null);
  deleteDraftFile(uid, KINDS[kind].files).catch(ignore);
}

/**
 * Typed values and the chosen file survive a reload until the submission is in the outbox.
 * `initial` applies if no draft is stored; `onSaved` receives the outbox item's id.
 */
export function useSubmissionForm<V>(
  kind: SubmissionKind,
  {
    uid,
    schema,
    initial,
    onSaved,
  }: {
    readonly uid: string;
    readonly schema: z.ZodMiniType<V>;
    readonly initial: V;
    readonly onSaved: (id: string) => void;
  },
) {
  const { draft, missing } = KINDS[kind];
  const [values, setValues] = useState(() => schema.safeParse(readDraft(draft)).data ?? initial);
  const [failure, setFailure] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const { file, reading, fileError, setFileError, choose, shared, answerShared } = useChosenFile(
    kind,
    uid,
  );

  const change = (next: V) => {
    setValues(next);
    writeDraft(draft, next);
  };
  /** Returns the file's error and shows it. */
  const checkFile = () => {
    const error = file || reading ? undefined : (fileError ?? missing);
    setFileError(error);
    return error;
  };
  const save = async (content: TypedOutboxItem<SubmissionKind>['content'], source: File) => {
    const stored = { type: source.type, bytes: await source.arrayBuffer() };
    const { id } = await enqueueItem(uid, content, stored).catch(async (error: unknown) => {
      if (!isDeviceFull(error)) throw error;
      // The draft holds a copy of the same file.
      await deleteDraftFile(uid, KINDS[kind].files);
      return enqueueItem(uid, content, stored).catch(async (finalError: unknown) => {
        await storeDraftFile(uid, source, KINDS[kind].files).catch(() => undefined);
        throw finalError;
      });
    });
    forgetDraft(kind, uid);
    onSaved(id);
  };
  const submit = useSingleFlight(async (content: TypedOutboxItem<SubmissionKind>['content']) => {
    if (!file) return;
    setSaving(true);
    setFailure(null);
    await save(content, file).catch((error: unknown) => setFailure(describeFailure(error)));
    setSaving(false);
  });
  const fileState = {
    file,
    reading,
    choose,
    shared,
    answerShared,
    wrongFile: fileError,
    checkFile,
  };
  return { values, change, ...fileState, failure, saving, submit };
}

async function readStoredFiles(kind: SubmissionKind, uid: string) {
  const { files, acceptsShared } = KINDS[kind];
  const fromApp = acceptsShared ? await readSharedFile() : null;
  return { fromApp, fromDraft: await readDraftFile(uid, files) };
}

/** A file shared by another app is offered until the member accepts or declines it. */
function useChosenFile(kind: SubmissionKind, uid: string) {
  const { files } = KINDS[kind];
  const [file, setFile] = useState<File | null>(null);
  const [reading, setReading] = useState(false);
  const [fileError, setFileError] = useState<string>();
  const [shared, setShared] = useState<File | null>(null);
  const latestFile = useRef<File | null>(null);

  const choose = async (next: File) => {
    latestFile.current = next;
    setFile(null);
    setFileError(undefined);
    setReading(true);
    const result = await loadDeferred()
      .then(({ prepareFile }) => prepareFile(next, KINDS[kind]))
      .catch(() => SUBMISSION_ERROR);
    if (latestFile.current !== next) return;
    setReading(false);
    const isRefused = typeof result === 'string';
    if (isRefused) setFileError(result);
    else setFile(result);
    const stored = isRefused ? deleteDraftFile(uid, files) : storeDraftFile(uid, result, files);
    await stored.catch(ignore);
  };
  const answerShared = async (isAccepted: boolean) => {
    setShared(null);
    if (shared && isAccepted) await choose(shared);
    await deleteSharedFile();
  };
  useEffect(() => {
    let isOver = false;
    const apply = ({ fromApp, fromDraft }: Awaited<ReturnType<typeof readStoredFiles>>) => {
      if (isOver) return;
      setShared(fromApp);
      if (latestFile.current === null) setFile(fromDraft);
    };
    readStoredFiles(kind, uid).then(apply).catch(ignore);
    loadDeferred().catch(ignore);
    return () => {
      isOver = true;
    };
  }, [kind, uid]);
  return { file, reading, fileError, setFileError, choose, shared, answerShared };
}
