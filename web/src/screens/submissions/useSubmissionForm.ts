import { NOT_A_SETUP_PROOF, NOT_AN_IMAGE } from '@quantalgo/contracts/submissions/submission';
import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import type { SubmissionKind } from '../../data/submissions/submission';
import { useOnce } from '../../data/core/useOnce';
import { readDraft, writeDraft } from '../../data/core/webStorage';
import {
  draftFile,
  type FileForm,
  forgetDraftFile,
  forgetShared,
  sharedFile,
  storeDraftFile,
} from '../../data/outbox/draftFiles';
import type { ItemOf } from '../../data/outbox/item';
import { append } from '../../data/outbox/outbox';

/** Settings of a form that depend on the kind of submission. */
interface FormKind {
  /** Key of the draft of the typed values, and store of the chosen file. */
  readonly draft: string;
  readonly files: FileForm;
  /** Whether the form accepts a picture shared by another app. */
  readonly takesShared: boolean;
  readonly takesPdf: boolean;
  /** Errors of a missing file, and of one of another kind. */
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

const FAILED = 'Verification submission failed. Please try again.';

/** Loaded beside the form, which isn't held up by it. */
const loadPreparation = () => import('./prepareFile');

/** If the browser can't store drafts, the form works without them. */
const ignore = () => undefined;

/** Deletes the draft, once it is sent or discarded. */
export function forgetDraft(kind: SubmissionKind, uid: string): void {
  writeDraft(KINDS[kind].draft, null);
  forgetDraftFile(uid, KINDS[kind].files).catch(ignore);
}

/**
 * State of a submission form until the submission is in the outbox: typed values and the chosen file, both of which
 * survive a reload.
 * @param schema of the typed values
 * @param before initial values if no draft is stored
 * @param onSaved called with the id of the outbox item
 */
export function useSubmissionForm<V>(
  kind: SubmissionKind,
  {
    uid,
    schema,
    before,
    onSaved,
  }: {
    readonly uid: string;
    readonly schema: z.ZodMiniType<V>;
    readonly before: V;
    readonly onSaved: (id: string) => void;
  },
) {
  const { draft, missing } = KINDS[kind];
  const [values, setValues] = useState(() => schema.safeParse(readDraft(draft)).data ?? before);
  const [failure, setFailure] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const { file, reading, wrong, setWrong, choose, shared, answerShared } = useChosenFile(kind, uid);

  const change = (next: V) => {
    setValues(next);
    writeDraft(draft, next);
  };
  /** Returns the error of the file, and shows it. */
  const checkFile = () => {
    const error = file || reading ? undefined : (wrong ?? missing);
    setWrong(error);
    return error;
  };
  const save = async (content: ItemOf<SubmissionKind>['content'], chosen: File) => {
    const { id } = await append(uid, content, {
      type: chosen.type,
      bytes: await chosen.arrayBuffer(),
    });
    forgetDraft(kind, uid);
    onSaved(id);
  };
  const submit = useOnce(async (content: ItemOf<SubmissionKind>['content']) => {
    if (!file) return;
    setSaving(true);
    setFailure(null);
    await save(content, file).catch(() => setFailure(FAILED));
    setSaving(false);
  });
  const chosen = { file, reading, choose, shared, answerShared, wrongFile: wrong, checkFile };
  return { values, change, ...chosen, failure, saving, submit };
}

/** The file of the draft, and the one shared by another app. */
async function waitingFiles(kind: SubmissionKind, uid: string) {
  const { files, takesShared } = KINDS[kind];
  const brought = takesShared ? await sharedFile() : null;
  return { brought, kept: await draftFile(uid, files) };
}

/**
 * The chosen file, the error of a refused one, and a file shared by another app until the member accepts or
 * declines it.
 */
function useChosenFile(kind: SubmissionKind, uid: string) {
  const { files } = KINDS[kind];
  const [file, setFile] = useState<File | null>(null);
  const [reading, setReading] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const [shared, setShared] = useState<File | null>(null);
  const newest = useRef<File | null>(null);

  const choose = async (chosen: File) => {
    newest.current = chosen;
    setFile(null);
    setWrong(undefined);
    setReading(true);
    const prepared = await loadPreparation()
      .then(({ prepareFile }) => prepareFile(chosen, KINDS[kind]))
      .catch(() => FAILED);
    if (newest.current !== chosen) return;
    setReading(false);
    const isRefused = typeof prepared === 'string';
    if (isRefused) setWrong(prepared);
    else setFile(prepared);
    const stored = isRefused ? forgetDraftFile(uid, files) : storeDraftFile(uid, prepared, files);
    await stored.catch(ignore);
  };
  const answerShared = async (isTaken: boolean) => {
    setShared(null);
    if (shared && isTaken) await choose(shared);
    await forgetShared();
  };
  useEffect(() => {
    let isOver = false;
    const show = ({ brought, kept }: Awaited<ReturnType<typeof waitingFiles>>) => {
      if (isOver) return;
      setShared(brought);
      if (newest.current === null) setFile(kept);
    };
    waitingFiles(kind, uid).then(show).catch(ignore);
    loadPreparation().catch(ignore);
    return () => {
      isOver = true;
    };
  }, [kind, uid]);
  return { file, reading, wrong, setWrong, choose, shared, answerShared };
}
