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

/** What differs between the forms of the kinds. */
interface FormKind {
  /** Name of the draft of what is typed, and store of the file that is chosen. */
  readonly draft: string;
  readonly files: FileForm;
  /** Whether a picture that another app shares is taken for its file. */
  readonly takesShared: boolean;
  readonly types: readonly string[];
  /** Said of a file that is missing, and of one that is not of these types. */
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

/** Where the browser keeps no draft, the form does without. */
const ignore = () => undefined;

/** Forgets what was filled in and not sent: it was sent now, or never will be. */
export function forgetDraft(kind: SubmissionKind, uid: string): void {
  writeDraft(KINDS[kind].draft, null);
  forgetDraftFile(uid, KINDS[kind].files).catch(ignore);
}

/**
 * The form of a submission, until what was filled in lies in the outbox: what is typed and the file that is chosen, both
 * of which a reload leaves in place.
 * @param schema of what is typed
 * @param before what the form starts with, unless a draft is kept
 * @param onSaved told the id under which the outbox holds it
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
  const busy = useRef(false);
  const { file, wrong, setWrong, choose, shared, answerShared } = useChosenFile(kind, uid);

  const change = (next: V) => {
    setValues(next);
    writeDraft(draft, next);
  };
  /** Says what is wrong with the file, also on screen. */
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
  const submit = async (content: ItemOf<SubmissionKind>['content']) => {
    if (!file || busy.current) return;
    busy.current = true;
    setSaving(true);
    setFailure(null);
    await save(content, file).catch(() => setFailure(FAILED));
    busy.current = false;
    setSaving(false);
  };
  const chosen = { file, choose, shared, answerShared, wrongFile: wrong, checkFile };
  return { values, change, ...chosen, failure, saving, submit };
}

/** The file that was chosen before and not sent, and the one that another app shares. */
async function waitingFiles(kind: SubmissionKind, uid: string) {
  const { files, takesShared } = KINDS[kind];
  const brought = takesShared ? await sharedFile() : null;
  return { brought, kept: await draftFile(uid, files) };
}

/**
 * The file that is chosen, and what is wrong with one that was refused; and one that another app shares, until its member says
 * whether to take it.
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

/** A PDF names itself in its first bytes. Source: ISO 32000-1, 7.5.2 */
const PDF_MARK = '%PDF-';

const isPdf = async (file: File) => (await file.slice(0, PDF_MARK.length).text()) === PDF_MARK;

/** What keeps a file from being sent, in the words of the screen; undefined when nothing does. */
export function wrongWithFile(kind: SubmissionKind, file: File | null): string | undefined {
  const { types, missing, malformed } = KINDS[kind];
  if (!file) return missing;
  // Some browsers say so of the pictures that are taken.
  const isTaken = file.type === 'image/jpg' || types.includes(file.type);
  if (!isTaken || file.size === 0) return malformed;
  return file.size < PROOF_MAX_BYTES ? undefined : FILE_TOO_LARGE;
}

/** As {@link wrongWithFile}, by what the file holds as well: nothing else draws it before. @throws Error of an unreadable one */
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
 * The bytes to send: a picture no larger than people need to read it, a PDF as it is; null for one that can't be drawn.
 * @throws Error when the file can't be read
 */
const prepared = async (file: File): Promise<{ type: string; bytes: ArrayBuffer } | null> =>
  file.type === PDF ? { type: PDF, bytes: await file.arrayBuffer() } : shrunk(file);
