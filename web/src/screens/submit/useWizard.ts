import {
  accessPathSchema,
  brokerAccountSchema,
  depositProblem,
  FILE_TOO_LARGE,
  NOT_A_SETUP_PROOF,
  PROOF_MAX_BYTES,
  PROOF_MAX_EDGE,
  SETUP_PROOF_TYPES,
  TOO_MANY_PIXELS,
  typedDepositSchema,
} from '@quantalgo/contracts';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { longerSide, shrunk } from '../../data/core/images';
import { readDraft, writeDraft } from '../../data/core/webStorage';
import { draftFile, forgetDraftFile, storeDraftFile } from '../../data/outbox/draftFiles';
import { append } from '../../data/outbox/outbox';

/** What is typed into the wizard, but for the proof. */
const valuesSchema = z.object({
  brokerAccount: z.string(),
  /** As typed: `$1,250.50`. */
  depositAmount: z.string(),
  accessPath: accessPathSchema,
});

export type SetupValues = z.infer<typeof valuesSchema>;

export const EMPTY_SETUP: SetupValues = {
  brokerAccount: '',
  depositAmount: '',
  accessPath: 'manual',
};

export const LAST_STEP = 3;

export const wrongWithAccount = ({ brokerAccount }: SetupValues): string | undefined =>
  brokerAccountSchema.safeParse(brokerAccount).error?.issues[0]?.message;

export function wrongWithDeposit({ depositAmount, accessPath }: SetupValues): string | undefined {
  const { data, error } = typedDepositSchema.safeParse(depositAmount);
  if (error) return error.issues[0]?.message;
  return depositProblem(data, accessPath) ?? undefined;
}

/** The step to be shown: the one asked for, unless one before it is not complete. */
export function stepOf(asked: string | null, values: SetupValues): 1 | 2 | 3 {
  if (asked === null || asked === '1' || wrongWithAccount(values) !== undefined) return 1;
  return asked === '2' || wrongWithDeposit(values) !== undefined ? 2 : 3;
}

/** The amount in dollars of a form without faults. @throws ZodError of one that has some */
export const dollarsOf = ({ depositAmount }: SetupValues): number =>
  typedDepositSchema.parse(depositAmount);

const DRAFT = 'account-setup';

const FAILED = 'Verification submission failed. Please try again.';

/** The wizard until what was filled in lies in the outbox. `before`: what it starts with, unless a draft is kept. */
export function useWizard(uid: string, before: SetupValues, onSaved: () => void) {
  const [query, setQuery] = useSearchParams();
  const [values, setValues] = useState(
    () => valuesSchema.safeParse(readDraft(DRAFT)).data ?? before,
  );
  const [failure, setFailure] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const busy = useRef(false);
  const proof = useProofFile(uid);

  const change = (changes: Partial<SetupValues>) => {
    const next = { ...values, ...changes };
    setValues(next);
    writeDraft(DRAFT, next);
  };
  const save = async (file: File) => {
    const sent = await prepared(file);
    if (!sent) return proof.refuse(NOT_A_SETUP_PROOF);
    const { brokerAccount, accessPath } = values;
    const depositAmount = dollarsOf(values);
    await append(
      uid,
      { kind: 'setup', brokerAccount: brokerAccount.trim(), depositAmount, accessPath },
      sent,
    );
    writeDraft(DRAFT, null);
    forgetDraftFile(uid, 'setupDrafts').catch(() => undefined);
    setQuery({}, { replace: true });
    onSaved();
  };
  const submit = async () => {
    if (!proof.file || busy.current) return;
    busy.current = true;
    setSaving(true);
    setFailure(null);
    await save(proof.file).catch(() => setFailure(FAILED));
    busy.current = false;
    setSaving(false);
  };
  const step = stepOf(query.get('step'), values);
  const go = (to: number) => setQuery(to === 1 ? {} : { step: String(to) });
  return { step, go, values, change, proof, failure, saving, submit };
}

export type Wizard = ReturnType<typeof useWizard>;

/** Where the browser keeps no draft, the form does without. */
const ignore = () => undefined;

/** The proof that is chosen, which a reload leaves in place, and what is wrong with one that was refused. */
function useProofFile(uid: string) {
  const [file, setFile] = useState<File | null>(null);
  const [wrong, setWrong] = useState<string>();
  const newest = useRef<File | null>(null);
  useEffect(() => {
    const restore = (kept: File | null) => {
      if (newest.current === null) setFile(kept);
    };
    draftFile(uid, 'setupDrafts').then(restore, ignore);
  }, [uid]);

  const choose = async (chosen: File) => {
    newest.current = chosen;
    const found = await wrongWithProof(chosen).catch(() => NOT_A_SETUP_PROOF);
    if (newest.current !== chosen) return;
    setWrong(found);
    setFile(found === undefined ? chosen : null);
    const kept =
      found === undefined
        ? storeDraftFile(uid, chosen, 'setupDrafts')
        : forgetDraftFile(uid, 'setupDrafts');
    kept.catch(ignore);
  };
  return { file, wrong, choose, refuse: setWrong };
}

const PDF = 'application/pdf';

/** A PDF names itself in its first bytes. Source: ISO 32000-1, 7.5.2 */
const PDF_MARK = '%PDF-';

const ACCEPTED: readonly string[] = [...SETUP_PROOF_TYPES, 'image/jpg'];

async function isPdf(file: File): Promise<boolean> {
  const head = await file.slice(0, PDF_MARK.length).text();
  return head === PDF_MARK;
}

/** What keeps a file from being the proof of a deposit, in the words of the screen; undefined when nothing does. */
async function wrongWithProof(file: File): Promise<string | undefined> {
  if (!ACCEPTED.includes(file.type) || file.size === 0) return NOT_A_SETUP_PROOF;
  if (file.size >= PROOF_MAX_BYTES) return FILE_TOO_LARGE;
  if (file.type === PDF) return (await isPdf(file)) ? undefined : NOT_A_SETUP_PROOF;
  const side = longerSide(await file.arrayBuffer());
  if (side === null || side === 0) return NOT_A_SETUP_PROOF;
  return side > PROOF_MAX_EDGE ? TOO_MANY_PIXELS : undefined;
}

/**
 * The bytes to send: a picture no larger than people need to read it, a PDF as it is; null for one that can't be drawn.
 * @throws Error when the file can't be read
 */
const prepared = async (file: File): Promise<{ type: string; bytes: ArrayBuffer } | null> =>
  file.type === PDF ? { type: PDF, bytes: await file.arrayBuffer() } : shrunk(file);
