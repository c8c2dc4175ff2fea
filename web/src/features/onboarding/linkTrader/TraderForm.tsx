import { PROOF_TYPES } from '@quantalgo/contracts';
import { useRef, type SubmitEvent } from 'react';
import { FileField } from '../../../ui/FileField';
import { isFocusWithinForm, TextField } from '../../../ui/Field';
import { Notice } from '../../../ui/Notice';
import { SubmitButton } from '../../../ui/SubmitButton';
import { NumberedStep } from '../../../ui/Lists';
import { useTraderForm } from './useTraderForm';

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
