import { NOT_A_SETUP_PROOF, NOT_AN_IMAGE } from '@quantalgo/contracts/submissions/submission';
import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import type { SubmissionKind } from '../../data/submissions/submission';
import { type FormSchema, useForm } from '../../data/core/useForm';
import { writeDraft } from '../../data/core/webStorage';
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

interface FormKind {
  /** Key of the stored text draft, and store of the file draft. */
  readonly draft: string;
  readonly files: FileForm;
  /** Accepts a picture shared by another app. */
  readonly takesShared: boolean;
  readonly takesPdf: boolean;
  /** Errors for a missing file, and for one of another kind. */
  readonly missing: string;
  readonly malformed: string;
}

const KINDS: Readonly<Record<SubmissionKind, FormKind>> = {
  proof: {
    draft: 'link-trader-id',
    files: 'drafts',
    takesShared: true,
    takesPdf: false,
    missing: 'Please upload proof of your trader account',
    malformed: NOT_AN_IMAGE,
  },
  setup: {
    draft: 'account-setup',
    files: 'setupDrafts',
    takesShared: false,
    takesPdf: true,
    missing: 'Please upload proof of your deposit',
    malformed: NOT_A_SETUP_PROOF,
  },
};

const SUBMISSION_ERROR = 'Verification submission failed. Please try again.';

/** Loaded separately, so that the form doesn't wait for it. */
const loadPreparation = () => import('./prepareFile');

/** If the browser can't store drafts, the form works without them. */
const ignore = () => undefined;

export function forgetDraft(kind: SubmissionKind, uid: string): void {
  writeDraft(KINDS[kind].draft, null);
  deleteDraftFile(uid, KINDS[kind].files).catch(ignore);
}

/**
 * A form with a file; both survive a reload until the submission is in the outbox. `onSaved` receives the
 * outbox item's id.
 */
export function useSubmissionForm<V extends Readonly<Record<string, unknown>>, D>(
  kind: SubmissionKind,
  schema: FormSchema<NoInfer<V>, D>,
  {
    uid,
    initial,
    draftSchema,
    toContent,
    onSaved,
  }: {
    readonly uid: string;
    readonly initial: V;
    readonly draftSchema: z.ZodMiniType<NoInfer<V>>;
    readonly toContent: (data: D) => TypedOutboxItem<SubmissionKind>['content'];
    readonly onSaved: (id: string) => void;
  },
) {
  const { draft, missing } = KINDS[kind];
  const { file, reading, fileError, ...chosenFile } = useChosenFile(kind, uid);
  const fileIssues = file || reading ? [] : [{ path: ['file'], message: fileError ?? missing }];
  const schemaWithFile: FormSchema<NoInfer<V>, D> = {
    safeParse(values) {
      const result = schema.safeParse(values);
      const issues = [...(result.success ? [] : result.error.issues), ...fileIssues];
      return issues.length === 0 ? result : { success: false, error: { issues } };
    },
  };
  const form = useForm(schemaWithFile, {
    initial,
    draft: { name: draft, schema: draftSchema },
    onSubmit: async (data) => {
      if (!file) return;
      const bytes = await file.arrayBuffer();
      const { id } = await enqueueItem(uid, toContent(data), { type: file.type, bytes });
      forgetDraft(kind, uid);
      onSaved(id);
    },
    failure: SUBMISSION_ERROR,
  });
  const isMissing = !file && !reading;
  const fileField = {
    name: 'file',
    file,
    reading,
    error: isMissing ? (fileError ?? form.errors['file']) : undefined,
    onFile: (next: File) => void chosenFile.choose(next),
  };
  return { ...form, ...chosenFile, fileField };
}

async function readStoredFiles(kind: SubmissionKind, uid: string) {
  const { files, takesShared } = KINDS[kind];
  const fromApp = takesShared ? await readSharedFile() : null;
  return { fromApp, fromDraft: await readDraftFile(uid, files) };
}

/** A file shared by another app is offered until the member accepts or declines it. */
function useChosenFile(kind: SubmissionKind, uid: string) {
  const { files } = KINDS[kind];
  const [file, setFile] = useState<File | null>(null);
  const [reading, setReading] = useState(false);
  const [fileError, setFileError] = useState<string>();
  const [shared, setShared] = useState<File | null>(null);
  const newest = useRef<File | null>(null);

  const choose = async (next: File) => {
    newest.current = next;
    setFile(null);
    setFileError(undefined);
    setReading(true);
    const prepared = await loadPreparation()
      .then(({ prepareFile }) => prepareFile(next, KINDS[kind]))
      .catch(() => SUBMISSION_ERROR);
    if (newest.current !== next) return;
    setReading(false);
    const isRefused = typeof prepared === 'string';
    if (isRefused) setFileError(prepared);
    else setFile(prepared);
    const stored = isRefused ? deleteDraftFile(uid, files) : storeDraftFile(uid, prepared, files);
    await stored.catch(ignore);
  };
  const answerShared = async (isTaken: boolean) => {
    setShared(null);
    if (shared && isTaken) await choose(shared);
    await deleteSharedFile();
  };
  useEffect(() => {
    let isOver = false;
    const apply = ({ fromApp, fromDraft }: Awaited<ReturnType<typeof readStoredFiles>>) => {
      if (isOver) return;
      setShared(fromApp);
      if (newest.current === null) setFile(fromDraft);
    };
    readStoredFiles(kind, uid).then(apply).catch(ignore);
    loadPreparation().catch(ignore);
    return () => {
      isOver = true;
    };
  }, [kind, uid]);
  return { file, reading, fileError, choose, shared, answerShared };
}
