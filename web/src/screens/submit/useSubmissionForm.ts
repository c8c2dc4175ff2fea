import {
  FILE_TOO_LARGE,
  NOT_A_SETUP_PROOF,
  NOT_AN_IMAGE,
  PROOF_MAX_BYTES,
  PROOF_MAX_EDGE,
  PROOF_TYPES,
  SETUP_PROOF_TYPES,
  TOO_MANY_PIXELS,
} from '@quantalgo/contracts';
import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import type { SubmissionKind } from '../../data/account/submission';
import { longerSide, shrunk } from '../../data/core/images';
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
  readonly types: readonly string[];
  /** Errors of a missing file, and of one that isn't of these types. */
  readonly missing: string;
  readonly malformed: string;
}

const KINDS: Readonly<Record<SubmissionKind, FormKind>> = {
  proof: {
    draft: 'link-trader-id',
    files: 'drafts',
    takesShared: true,
    types: PROOF_TYPES,
    missing: 'Please upload proof of your trader account',
    malformed: NOT_AN_IMAGE,
  },
  setup: {
    draft: 'account-setup',
    files: 'setupDrafts',
    takesShared: false,
    types: SETUP_PROOF_TYPES,
    missing: 'Please upload proof of your deposit',
    malformed: NOT_A_SETUP_PROOF,
  },
};

const FAILED = 'Verification submission failed. Please try again.';

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
  const { draft, malformed } = KINDS[kind];
  const [values, setValues] = useState(() => schema.safeParse(readDraft(draft)).data ?? before);
  const [failure, setFailure] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const { file, wrong, setWrong, choose, shared, answerShared } = useChosenFile(kind, uid);

  const change = (next: V) => {
    setValues(next);
    writeDraft(draft, next);
  };
  /** Returns the error of the file, and shows it. */
  const checkFile = () => {
    const found = wrongWithFile(kind, file);
    setWrong(found);
    return found;
  };
  const save = async (content: ItemOf<SubmissionKind>['content'], chosen: File) => {
    const sent = await prepared(chosen);
    if (!sent) return setWrong(malformed);
    const { id } = await append(uid, content, sent);
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
  const chosen = { file, choose, shared, answerShared, wrongFile: wrong, checkFile };
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
  const { files, malformed } = KINDS[kind];
  const [file, setFile] = useState<File | null>(null);
  const [wrong, setWrong] = useState<string>();
  const [shared, setShared] = useState<File | null>(null);
  const newest = useRef<File | null>(null);

  const choose = async (chosen: File) => {
    newest.current = chosen;
    const found = await wrongWithContent(kind, chosen).catch(() => malformed);
    if (newest.current !== chosen) return;
    setWrong(found);
    setFile(found === undefined ? chosen : null);
    const kept =
      found === undefined ? storeDraftFile(uid, chosen, files) : forgetDraftFile(uid, files);
    await kept.catch(ignore);
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
    return () => {
      isOver = true;
    };
  }, [kind, uid]);
  return { file, wrong, setWrong, choose, shared, answerShared };
}

const PDF = 'application/pdf';

/** The first bytes of a PDF. Source: ISO 32000-1, 7.5.2 */
const PDF_MARK = '%PDF-';

const isPdf = async (file: File) => (await file.slice(0, PDF_MARK.length).text()) === PDF_MARK;

/** The error of a file, as shown on screen; undefined if it can be sent. */
export function wrongWithFile(kind: SubmissionKind, file: File | null): string | undefined {
  const { types, missing, malformed } = KINDS[kind];
  if (!file) return missing;
  // Some browsers give JPEGs this type.
  const isTaken = file.type === 'image/jpg' || types.includes(file.type);
  if (!isTaken || file.size === 0) return malformed;
  return file.size < PROOF_MAX_BYTES ? undefined : FILE_TOO_LARGE;
}

/**
 * Like {@link wrongWithFile}, and also checks the content before anything draws it. @throws Error if it is unreadable
 */
async function wrongWithContent(kind: SubmissionKind, file: File): Promise<string | undefined> {
  const { malformed } = KINDS[kind];
  const wrong = wrongWithFile(kind, file);
  if (wrong !== undefined) return wrong;
  if (file.type === PDF) return (await isPdf(file)) ? undefined : malformed;
  const side = longerSide(await file.arrayBuffer());
  if (side === null || side === 0) return malformed;
  return side > PROOF_MAX_EDGE ? TOO_MANY_PIXELS : undefined;
}

/**
 * The bytes to send: a picture reduced to a readable size, a PDF unchanged; null for a picture that can't be decoded.
 * @throws Error if the file can't be read
 */
const prepared = async (file: File): Promise<{ type: string; bytes: ArrayBuffer } | null> =>
  file.type === PDF ? { type: PDF, bytes: await file.arrayBuffer() } : shrunk(file);
