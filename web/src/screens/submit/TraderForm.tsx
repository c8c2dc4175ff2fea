import {
  FILE_TOO_LARGE,
  NOT_AN_IMAGE,
  PROOF_MAX_BYTES,
  PROOF_MAX_EDGE,
  PROOF_TYPES,
  TOO_MANY_PIXELS,
  traderIdSchema,
} from '@quantalgo/contracts';
import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { longerSide, shrunk } from '../../data/core/images';
import { readDraft, writeDraft } from '../../data/core/webStorage';
import {
  draftFile,
  forgetDraftFile,
  forgetShared,
  sharedFile,
  storeDraftFile,
} from '../../data/outbox/draftFiles';
import { append } from '../../data/outbox/outbox';
import { isFocusWithinForm, TextField } from '../../ui/Field';
import { FileField } from '../../ui/FileField';
import { NumberedStep } from '../../ui/Lists';
import { Notice } from '../../ui/Notice';
import { SubmitButton } from '../../ui/SubmitButton';

/** Steps 2 and 3: the trader ID and its proof. */
export function TraderForm({
  uid,
  refused,
  onSaved,
}: {
  uid: string;
  /** The one before, where it was refused: its trader ID, and why. */
  refused: { readonly traderId: string; readonly reason: string | null } | null;
  /** Told the id under which the outbox holds it. */
  onSaved: (id: string) => void;
}) {
  const idInput = useRef<HTMLInputElement>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const focus = (field: 'traderId' | 'file') =>
    (field === 'file' ? fileInput : idInput).current?.focus();
  const form = useTraderForm(uid, refused?.traderId ?? '', focus, onSaved);
  const failure = form.failure ?? refused?.reason ?? null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <NumberedStep number={2} title="Enter your trader ID">
        <TextField
          ref={idInput}
          label="Trader ID"
          name="traderId"
          help="You find it in your broker profile."
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={form.traderId}
          onChange={({ target }) => form.typeId(target.value)}
          onBlur={(event) => isFocusWithinForm(event) && form.leave('traderId')}
          error={form.errors.traderId}
        />
      </NumberedStep>
      <NumberedStep number={3} title="Show us the account">
        <FileField
          ref={fileInput}
          label="Screenshot"
          help="With your trader ID and your balance in it. Less than 10 MB."
          accept={PROOF_TYPES.join(',')}
          file={form.file}
          onFile={(chosen) => void form.choose(chosen)}
          onBlur={(event) => isFocusWithinForm(event) && form.leave('file')}
          error={form.errors.file}
        />
      </NumberedStep>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <SubmitButton
        doing={form.saving ? 'Preparing your screenshot…' : undefined}
        disabled={form.traderId.trim() === '' || form.file === null}
      >
        Submit for Verification
      </SubmitButton>
    </form>
  );
}

const FAILED = 'Verification submission failed. Please try again.';

const wrongWithId = (text: string) => traderIdSchema.safeParse(text).error?.issues[0]?.message;

interface Errors {
  readonly traderId?: string | undefined;
  readonly file?: string | undefined;
}

/** Trader ID and screenshot, until they lie in the outbox. `before` is the trader ID of a proof that was refused. */
function useTraderForm(
  uid: string,
  before: string,
  focus: (field: keyof Errors) => void,
  onSaved: (id: string) => void,
) {
  const [traderId, setTraderId] = useState(() => typedTraderId() ?? before);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const busy = useRef(false);
  const note = (found: Errors) => setErrors((known) => ({ ...known, ...found }));
  const { file, choose } = useChosenFile(uid, (wrong) => note({ file: wrong }));

  const typeId = (text: string) => {
    setTraderId(text);
    keepTraderId(text);
    if (errors.traderId !== undefined) note({ traderId: wrongWithId(text) });
  };
  const save = async (picture: File) => {
    const prepared = await shrunk(picture);
    if (!prepared) return note({ file: NOT_AN_IMAGE });
    const content = { kind: 'proof', traderId: traderId.trim() } as const;
    const { id } = await append(uid, content, prepared);
    onSaved(id);
    forgetDraft(uid);
  };
  const submit = async () => {
    if (busy.current) return;
    const found = { traderId: wrongWithId(traderId), file: wrongWithFile(file) };
    setErrors(found);
    if (found.traderId !== undefined) focus('traderId');
    else if (found.file !== undefined) focus('file');
    if (!file || found.traderId !== undefined || found.file !== undefined) return;
    busy.current = true;
    setSaving(true);
    setFailure(null);
    await save(file).catch(() => setFailure(FAILED));
    busy.current = false;
    setSaving(false);
  };
  const leave = (field: keyof Errors) =>
    note(field === 'file' ? { file: wrongWithFile(file) } : { traderId: wrongWithId(traderId) });
  return { traderId, typeId, file, choose, leave, errors, failure, saving, submit };
}

const TRADER_ID = 'link-trader-id';

/** The trader ID as it was typed before a reload; null where none was. */
function typedTraderId(): string | null {
  const typed = z.string().safeParse(readDraft(TRADER_ID));
  return typed.success ? typed.data : null;
}

/** Keeps what is typed for this tab. */
const keepTraderId = (text: string): void => writeDraft(TRADER_ID, text);

/** Forgets what was filled in and not sent: it was sent now, or never will be. */
export function forgetDraft(uid: string): void {
  writeDraft(TRADER_ID, null);
  forgetDraftFile(uid).catch(() => undefined);
}

/** Where the browser keeps no draft, the form does without. */
const ignore = () => undefined;

/**
 * The screenshot that is chosen, here or in another app that shares it; a reload leaves it in place.
 * @param onJudged is told what is wrong with each that is chosen, undefined when nothing is
 */
function useChosenFile(uid: string, onJudged: (wrong: string | undefined) => void) {
  const [file, setFile] = useState<File | null>(null);
  const newest = useRef<File | null>(null);

  const choose = async (chosen: File) => {
    newest.current = chosen;
    const wrong = await wrongWithPicture(chosen);
    if (newest.current !== chosen) return;
    onJudged(wrong);
    setFile(wrong === undefined ? chosen : null);
    const kept = wrong === undefined ? storeDraftFile(uid, chosen) : forgetDraftFile(uid);
    await kept.catch(ignore);
  };
  const restore = async () => {
    const shared = await sharedFile();
    if (shared) {
      await choose(shared);
      await forgetShared();
    } else {
      const kept = await draftFile(uid);
      if (newest.current === null) setFile(kept);
    }
  };
  const restored = useEffectEvent(() => void restore().catch(ignore));
  useEffect(() => restored(), [uid]);
  return { file, choose };
}

/** What browsers call the pictures that are taken. */
const ACCEPTED: readonly string[] = [...PROOF_TYPES, 'image/jpg'];

/** What keeps a file from being a proof, in the words of the screen; undefined when nothing does. */
export function wrongWithFile(file: File | null): string | undefined {
  if (!file) return 'Please upload proof of your trader account';
  if (!ACCEPTED.includes(file.type) || file.size === 0) return NOT_AN_IMAGE;
  return file.size < PROOF_MAX_BYTES ? undefined : FILE_TOO_LARGE;
}

/** As {@link wrongWithFile}, by what the file holds as well: nothing else draws it before. */
async function wrongWithPicture(file: File): Promise<string | undefined> {
  const wrong = wrongWithFile(file);
  if (wrong !== undefined) return wrong;
  const side = await file.arrayBuffer().then(longerSide, () => null);
  if (side === null || side === 0) return NOT_AN_IMAGE;
  return side > PROOF_MAX_EDGE ? TOO_MANY_PIXELS : undefined;
}
