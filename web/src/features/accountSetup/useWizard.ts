import { NOT_A_SETUP_PROOF } from '@quantalgo/contracts';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { forgetDraftFile } from '../../data/outbox/draftFiles';
import { append } from '../../data/outbox/outbox';
import { readDraft, writeDraft } from '../../data/core/webStorage';
import { prepared } from './proofFile';
import { useProofFile } from './useProofFile';
import { dollarsOf, stepOf, valuesSchema, type Values } from './wizard';

const DRAFT = 'account-setup';
const FAILED = 'Verification submission failed. Please try again.';

/** The wizard until what was filled in lies in the outbox. `before`: what it starts with, unless a draft is kept. */
export function useWizard(uid: string, before: Values, onSaved: () => void) {
  const [query, setQuery] = useSearchParams();
  const [values, setValues] = useState(
    () => valuesSchema.safeParse(readDraft(DRAFT)).data ?? before,
  );
  const [failure, setFailure] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const busy = useRef(false);
  const proof = useProofFile(uid);

  const change = (changes: Partial<Values>) => {
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
