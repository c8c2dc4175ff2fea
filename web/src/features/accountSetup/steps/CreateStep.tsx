import { BRAND } from '@quantalgo/contracts';
import { useRef, useState } from 'react';
import { SETUP_STEPS } from '../../../content/onboarding';
import { CopyField } from '../../../ui/CopyField';
import { ExternalLinkButton } from '../../../ui/Links';
import { TextField } from '../../../ui/Field';
import type { Wizard } from '../useWizard';
import { wrongWithAccount } from '../wizard';
import { StepForm } from './StepForm';

const { broker } = BRAND;

/** Step 1: the account with the broker, and its ID. */
export function CreateStep({ wizard: { values, change, go } }: { wizard: Wizard }) {
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const next = () => {
    const wrong = wrongWithAccount(values);
    setError(wrong);
    if (wrong === undefined) go(2);
    else input.current?.focus();
  };
  return (
    <StepForm
      title={SETUP_STEPS[0]}
      next="Continue"
      disabled={values.brokerAccount.trim() === ''}
      onNext={next}
    >
      <p className="text-sm text-muted">
        Open an account at {broker.name} with our link and the promo code, so that it can be matched
        to you. You have one already? Enter its ID.
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <CopyField label="Promo code" value={broker.promoCode} />
        <ExternalLinkButton href={broker.signUp}>Open broker account</ExternalLinkButton>
      </div>
      <p className="text-xs text-muted">
        We are paid by this broker when you sign up through this link. You could lose what you
        deposit.
      </p>
      <TextField
        ref={input}
        label="Broker account ID"
        name="brokerAccount"
        help="You find it in your broker profile."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={values.brokerAccount}
        error={error}
        onChange={({ target }) => {
          change({ brokerAccount: target.value });
          setError(undefined);
        }}
      />
    </StepForm>
  );
}
