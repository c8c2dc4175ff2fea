import { traderIdSchema } from '@quantalgo/contracts';
import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { append } from '../../../data/outbox/outbox';
import { readDraft, writeDraft } from '../../../data/storage/drafts';
import { shrunk, wrongWithFile } from './image';

const DRAFT = 'link-trader-id';
const FAILED = 'Verification submission failed. Please try again.';

const wrongWithId = (text: string) => traderIdSchema.safeParse(text).error?.issues[0]?.message;

interface Errors {
  readonly traderId?: string | undefined;
  readonly file?: string | undefined;
}

/** Trader ID and screenshot, until they lie in the outbox. */
export function useTraderForm(
  uid: string,
  focus: (field: keyof Errors) => void,
  onSaved: (saved: { id: string; kept: boolean }) => void,
) {
  const [traderId, setTraderId] = useState(() => {
    const draft = z.string().safeParse(readDraft(DRAFT));
    return draft.success ? draft.data : '';
  });
  const [file, setFile] = useState<File | null>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const busy = useRef(false);

  const typeId = (text: string) => {
    setTraderId(text);
    writeDraft(DRAFT, text);
    if (errors.traderId !== undefined) setErrors({ ...errors, traderId: wrongWithId(text) });
  };
  const chooseFile = (chosen: File) => {
    const wrong = wrongWithFile(chosen);
    setErrors({ ...errors, file: wrong });
    setFile(wrong === undefined ? chosen : null);
  };
  const save = async (picture: File) => {
    const prepared = await shrunk(picture).catch((error: unknown) => {
      setErrors({ file: error instanceof Error ? error.message : FAILED });
      return null;
    });
    if (!prepared) return;
    const content = { kind: 'proof', traderId: traderId.trim() } as const;
    onSaved(await append(uid, content, prepared));
    writeDraft(DRAFT, null);
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
  const leave = (field: keyof Errors) => {
    const wrong = field === 'file' ? wrongWithFile(file) : wrongWithId(traderId);
    setErrors({ ...errors, [field]: wrong });
  };
  return { traderId, typeId, file, chooseFile, leave, errors, failure, saving, submit };
}
