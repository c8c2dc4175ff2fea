import { BRAND, PATHS } from '@quantalgo/contracts';
import { Navigate, useSearchParams } from 'react-router-dom';
import { usePending } from '../../data/session/pendingRegistration';
import { ConfirmationCodeForm } from '../../ui/CodeInput';
import { EntryFrame } from '../../ui/EntryFrame';
import { PageHeading } from '../../ui/Heading';
import { BackToStart, LinkButton, TextLink } from '../../ui/Links';
import { StepCount, StepLine } from '../../ui/Progress';
import { SubmitButton } from '../../ui/SubmitButton';
import { type Confirmation, Confirmed, Resend, useConfirmation } from './Confirmation';
import { AlreadyMember, DetailsStep } from './SignUpDetails';
import { pathOf, stepOf, STEPS } from './signUpSteps';

/** What happens between a visitor and an open dashboard, told before the form. */
const SIGN_UP_STEPS = [
  { title: 'Create your account', text: 'Name, email, phone and a password. One minute.' },
  { title: 'Confirm your email', text: 'We mail you a code of seven characters.' },
  {
    title: 'Link your trading account',
    text: 'Your trader ID and a screenshot. You can do that later, too.',
  },
] as const;

/** The sign-up in three steps, each an entry of the browser's history. Who is signed in already is led on. */
export default function SignUpScreen() {
  const [parameters] = useSearchParams();
  const awaited = usePending();
  const confirmation = useConfirmation(
    'Invalid confirmation code',
    'Network error. Please check your connection and try again.',
  );
  const step = stepOf(parameters);
  if (confirmation.elsewhere) return <Navigate replace to={PATHS.dashboard} />;
  const email = awaited?.email ?? confirmation.email;
  const known = step === 'confirm' && email === null ? 'details' : step;
  const number = STEPS.indexOf(known) + 1;
  return (
    <EntryFrame
      corner={number === 1 ? <BackToStart /> : <StepCount step={number} of={STEPS.length} />}
      below={<StepLine step={number} of={STEPS.length} />}
    >
      {known === 'welcome' && <WelcomeStep />}
      {known === 'details' && <DetailsStep />}
      {known === 'confirm' && <ConfirmStep email={email ?? ''} confirmation={confirmation} />}
    </EntryFrame>
  );
}

/** What signing up means, before anything is asked. */
const WelcomeStep = () => (
  <>
    <div className="grid gap-2">
      <PageHeading className="text-xl!">Welcome to {BRAND.name}</PageHeading>
      <p className="text-muted">Free to join. No card, no subscription: your funds stay yours.</p>
    </div>
    <ol className="grid">
      {SIGN_UP_STEPS.map(({ title, text }, index) => (
        <li key={title} className="flex gap-4 border-t border-line-soft py-4">
          <span
            aria-hidden
            className="grid size-7 shrink-0 place-content-center rounded-full bg-line text-sm font-semibold tabular-nums"
          >
            {index + 1}
          </span>
          <p className="text-sm text-muted">
            <span className="block text-base font-semibold text-text">{title}</span>
            {text}
          </p>
        </li>
      ))}
    </ol>
    <LinkButton to={pathOf('details')} look="primary">
      Get started
    </LinkButton>
    <AlreadyMember />
  </>
);

/** The code that was mailed to `email`. It is sent as soon as its last character is there. */
function ConfirmStep({ email, confirmation }: { email: string; confirmation: Confirmation }) {
  const { confirming, failure, waitMs, confirmed, confirm } = confirmation;
  if (confirmed) return <Confirmed />;
  return (
    <>
      <div className="grid gap-2">
        <PageHeading className="text-xl!">Confirm your email</PageHeading>
        <p className="text-muted">
          We sent a confirmation code to{' '}
          <span className="font-semibold wrap-anywhere text-text">{email}</span>. It is valid for 30
          minutes. <TextLink to={pathOf('details')}>Change address</TextLink>
        </p>
      </div>
      <ConfirmationCodeForm
        failure={failure}
        onCode={(code) => void confirm(email, code)}
        className="grid gap-5"
      >
        <SubmitButton doing={confirming ? 'Confirming...' : undefined} waitMs={waitMs}>
          Confirm Account
        </SubmitButton>
      </ConfirmationCodeForm>
      <Resend
        email={email}
        otherAddress={<TextLink to={pathOf('details')}>Use another address</TextLink>}
      />
    </>
  );
}
