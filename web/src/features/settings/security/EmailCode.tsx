import { confirmEmail } from '../../../data/account/security';
import { useSending } from '../../../data/session/useSending';
import { Button } from '../../../ui/Button';
import { ConfirmationCodeForm } from '../../../ui/CodeInput';
import { Notice } from '../../../ui/Notice';
import { SubmitButton } from '../../../ui/SubmitButton';
import { failureWords } from '../failureWords';

const WORDS = failureWords('confirmEmail');

/** The code that was mailed to the new address, which makes it the account's. */
export function EmailCode({
  email,
  onDone,
  onBack,
}: {
  email: string;
  onDone: () => void;
  onBack: () => void;
}) {
  const { sending, failure, waitMs, send } = useSending(async (given: string) => {
    await confirmEmail(given);
    onDone();
  }, WORDS);
  return (
    <div className="grid gap-4 sm:max-w-md">
      <Notice>
        If <span className="font-semibold wrap-anywhere">{email}</span> can be used, a code is in
        its inbox now.
      </Notice>
      <ConfirmationCodeForm
        failure={failure}
        onCode={(code) => void send(code)}
        className="grid gap-4"
      >
        <div className="grid gap-2 sm:flex">
          <SubmitButton
            doing={sending ? 'Confirming...' : undefined}
            waitMs={waitMs}
            look="secondary"
          >
            Confirm address
          </SubmitButton>
          <Button look="quiet" onClick={onBack}>
            Another address
          </Button>
        </div>
      </ConfirmationCodeForm>
    </div>
  );
}
