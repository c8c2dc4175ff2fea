import { NOT_AN_IMAGE, traderIdSchema } from '@quantalgo/contracts';
import { useRef, useState } from 'react';
import { append } from '../../../data/outbox/outbox';
import { shrunk } from '../../../data/core/images';
import { forgetDraft, keepTraderId, typedTraderId } from './draft';
import { wrongWithFile } from './image';
import { useChosenFile } from './useChosenFile';

const FAILED = 'Verification submission failed. Please try again.';

const wrongWithId = (text: string) => traderIdSchema.safeParse(text).error?.issues[0]?.message;

interface Errors {
  readonly traderId?: string | undefined;
  readonly file?: string | undefined;
}

/** Trader ID and screenshot, until they lie in the outbox. `before` is the trader ID of a proof that was refused. */
export function useTraderForm(
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
