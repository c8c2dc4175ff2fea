import { endpoints } from '@quantalgo/contracts';
import { useState, type SubmitEvent } from 'react';
import { DELETED_WITH_IT, DELETED_WITHOUT, DELETE_QUESTION } from '../../../content/accountHub';
import { deleteAccount } from '../../../data/account/security';
import { useSending } from '../../../data/session/useSending';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { PasswordField } from '../../../ui/Field';
import { SubmitButton } from '../../../ui/SubmitButton';
import { failureWords } from '../failureWords';
import { OnlineOnly } from '../OnlineOnly';

const WORDS = failureWords('deleteAccount');

/** The question, what goes, and the password that says it is really the member. */
export function DeleteForm({ onStay }: { onStay: () => void }) {
  const [currentPassword, setCurrentPassword] = useState('');
  const [error, setError] = useState<string>();
  const { sending, failure, waitMs, send } = useSending(deleteAccount, WORDS);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const parsed = endpoints.deleteAccount.body.safeParse({ currentPassword });
    setError(parsed.error?.issues[0]?.message);
    if (parsed.success) void send(currentPassword);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4 p-5">
      <h2 className="text-lg">{DELETE_QUESTION}</h2>
      <div className="grid gap-2 text-sm">
        <p>These are removed at once:</p>
        <ul className="grid list-disc gap-1 pl-5 text-muted">
          {DELETED_WITH_IT.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
        <p className="text-muted">{DELETED_WITHOUT}</p>
      </div>
      <OnlineOnly what="Deleting the account" />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        value={currentPassword}
        error={error}
        onChange={({ target }) => setCurrentPassword(target.value)}
      />
      <div className="grid gap-3 sm:flex sm:justify-end">
        <SubmitButton doing={sending ? 'Deleting…' : undefined} waitMs={waitMs} look="danger">
          Delete for good
        </SubmitButton>
        <Button look="primary" onClick={onStay}>
          Keep my account
        </Button>
      </div>
    </form>
  );
}
