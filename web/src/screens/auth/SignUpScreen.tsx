import { COUNTRY_NOTICES } from '@quantalgo/contracts/auth/countryNotices';
import { registrationSchema } from '@quantalgo/contracts/auth/registration';
import { signUpEndpoints } from '@quantalgo/contracts/auth/signUpEndpoints';
import { formatDuration } from '@quantalgo/contracts/core/durations';
import { PATHS } from '@quantalgo/contracts/core/paths';
import {
  CONFIRMATION_CODE_TTL_MS,
  confirmationCodeSchema,
} from '@quantalgo/contracts/core/validation';
import { Check, Circle } from 'lucide-react';
import { useEffect } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { BRAND } from '../../core/brand';
import { PHONE_HELP, SIGN_UP_FIELDS_TEXT } from '../../content/signUp';
import { serverNow } from '../../data/core/clock';
import { AGE } from '../../content/hero';
import { countSignUpVisit } from '../../data/auth/countSignUpVisit';
import { storePendingSignUp, usePendingSignUp } from '../../data/auth/pendingRegistration';
import { useChallenge } from '../../data/auth/useChallenge';
import { useForm } from '../../data/core/useForm';
import { ConfirmationCodeForm } from '../../ui/CodeInput';
import { EntryFrame } from '../../ui/EntryFrame';
import { EmailField, PasswordField, TextField } from '../../ui/Field';
import { PageHeading } from '../../ui/Heading';
import { BackToStart, ExternalLink, LinkButton, TextLink } from '../../ui/Links';
import { Notice } from '../../ui/Notice';
import { StepCount, StepLine } from '../../ui/Progress';
import { Select } from '../../ui/Select';
import { SubmitButton } from '../../ui/Button';
import {
  type Confirmation,
  ConfirmationSuccess,
  ResendCode,
  useConfirmation,
} from './Confirmation';
import { AuthLink } from './AuthLink';
import { stepPath, parseSignUpStep, STEPS } from './signUpSteps';
import { PASSWORD_RULES } from '@quantalgo/contracts/auth/passwordRules';
import { COUNTRY_NAMES } from '@quantalgo/contracts/auth/countries';

const WELCOME_STEPS = [
  { title: 'Create your account', text: SIGN_UP_FIELDS_TEXT },
  { title: 'Confirm your email', text: 'The button in our email fills in the code.' },
  {
    title: 'Link your trading account',
    text: 'Send your trader ID and a screenshot. You can do this later.',
  },
] as const;

const confirmationSchema = z.object({ email: z.string(), code: confirmationCodeSchema });

const CONFIRM_FAILURE = { fallback: 'Invalid confirmation code' };

/** Each step is a history entry. */
export default function SignUpScreen() {
  const [parameters] = useSearchParams();
  const pendingRegistration = usePendingSignUp();
  const knownEmail = pendingRegistration?.email ?? '';
  const confirmation = useConfirmation(
    confirmationSchema,
    { email: knownEmail, code: '' },
    CONFIRM_FAILURE,
  );
  const step = parseSignUpStep(parameters);
  useEffect(countSignUpVisit, []);
  if (confirmation.wasLoggedInBefore) return <Navigate replace to={PATHS.dashboard} />;
  const email = pendingRegistration?.email ?? confirmation.email;
  const visibleStep = step === 'confirm' && email === null ? 'details' : step;
  const number = STEPS.indexOf(visibleStep) + 1;
  return (
    <EntryFrame
      corner={number === 1 ? <BackToStart /> : <StepCount step={number} of={STEPS.length} />}
      below={<StepLine step={number} of={STEPS.length} />}
    >
      {visibleStep === 'welcome' && <WelcomeStep />}
      {visibleStep === 'details' && <DetailsStep onCodeSent={confirmation.form.reset} />}
      {visibleStep === 'confirm' && <ConfirmStep email={email ?? ''} confirmation={confirmation} />}
    </EntryFrame>
  );
}

const WelcomeStep = () => (
  <>
    <div className="grid gap-2">
      <PageHeading className="text-xl!">{`Welcome to ${BRAND.name}`}</PageHeading>
      <p className="text-muted">Free to join. No card, no subscription. Your funds stay yours.</p>
    </div>
    <ol className="grid">
      {WELCOME_STEPS.map(({ title, text }, index) => (
        <li key={title} className="flex gap-4 border-t border-line-soft py-4">
          <span
            aria-hidden
            className="grid size-7 shrink-0 place-content-center rounded-full bg-line text-sm font-semibold tabular-nums"
          >
            {index + 1}
          </span>
          <p className="text-sm text-muted">
            <span className="block text-base font-semibold text-text">{title}</span>
            <span>{text}</span>
          </p>
        </li>
      ))}
    </ol>
    <LinkButton to={stepPath('details')} variant="primary">
      Get started
    </LinkButton>
    <AlreadyMember />
  </>
);

function ConfirmStep({ email, confirmation }: { email: string; confirmation: Confirmation }) {
  const { form, confirmed } = confirmation;
  if (confirmed) return <ConfirmationSuccess />;
  return (
    <>
      <div className="grid gap-2">
        <PageHeading className="text-xl!">Confirm your email</PageHeading>
        <p className="text-muted">
          <span>We sent a confirmation code to</span>{' '}
          <span className="font-semibold wrap-anywhere text-text">{email}</span>
          <span>{`. It is valid for ${formatDuration(CONFIRMATION_CODE_TTL_MS)}.`}</span>{' '}
          <TextLink to={stepPath('details')}>Change address</TextLink>
        </p>
      </div>
      <ConfirmationCodeForm form={form} className="grid gap-5">
        <SubmitButton busyLabel={form.pending ? 'Confirming...' : undefined} waitMs={form.waitMs}>
          Confirm Account
        </SubmitButton>
      </ConfirmationCodeForm>
      <ResendCode
        email={email}
        otherAddress={<TextLink to={stepPath('details')}>Use a different address</TextLink>}
      />
    </>
  );
}

const EMPTY_FORM = {
  fullName: '',
  email: '',
  country: '',
  phone: '',
  telegram: '',
  password: '',
};

/** Never includes the password. */
const draftSchema = z.object({
  fullName: z.string(),
  email: z.string(),
  country: z.string(),
  phone: z.string(),
  telegram: z.string(),
});

const REGISTER_FAILURE = { fallback: 'Registration failed. Please try again.' };

function useSignUpForm(onCodeSent: () => void) {
  const navigate = useNavigate();
  const { checking, call } = useChallenge();
  const form = useForm(registrationSchema, {
    initial: EMPTY_FORM,
    draft: { name: 'sign-up', schema: draftSchema },
    onSubmit: async (registration) => {
      await call(signUpEndpoints.register, { body: registration });
      storePendingSignUp({ email: registration.email, sentAt: serverNow() });
      onCodeSent();
      void navigate(stepPath('confirm'));
    },
    failure: REGISTER_FAILURE,
  });
  return { ...form, checking };
}

function DetailsStep({ onCodeSent }: { onCodeSent: () => void }) {
  const form = useSignUpForm(onCodeSent);
  return (
    <>
      <PageHeading className="text-xl!">Create your account</PageHeading>
      <form {...form.props} className="grid gap-5">
        <DetailsFields form={form} />
        {form.failure !== null && <Notice tone="error">{form.failure}</Notice>}
        <Consent />
        <SubmitButton
          busyLabel={form.checking ?? (form.pending ? 'Sending your code…' : undefined)}
          waitMs={form.waitMs}
        >
          Send my code
        </SubmitButton>
      </form>
      <AlreadyMember />
    </>
  );
}

const DetailsFields = ({ form }: { form: ReturnType<typeof useSignUpForm> }) => (
  <>
    <TextField
      {...form.field('fullName')}
      label="Full name"
      autoComplete="name"
      autoCapitalize="words"
    />
    <EmailField {...form.field('email')} />
    <Select
      {...form.field('country')}
      label="Country"
      autoComplete="country-name"
      options={COUNTRY_NAMES}
      placeholder="Choose your country"
    />
    <CountryNotice country={form.values.country} />
    <TextField
      {...form.field('phone')}
      label="Phone"
      help={PHONE_HELP}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
    />
    <TextField
      {...form.field('telegram')}
      label="Telegram"
      note="optional"
      placeholder="@username"
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
    <div className="grid gap-3">
      <PasswordField {...form.field('password')} label="Password" autoComplete="new-password" />
      <PasswordRules password={form.values.password} />
    </div>
  </>
);

function CountryNotice({ country }: { country: string }) {
  const countryNotice = COUNTRY_NOTICES.find((notice) => notice.country === country);
  return (
    <div aria-live="polite" className="empty:absolute">
      {countryNotice && (
        <Notice tone="warning">
          <span>{`${countryNotice.country}: ${countryNotice.notice}`}</span>{' '}
          <span className="text-faint">{`(${countryNotice.source})`}</span>
        </Notice>
      )}
    </div>
  );
}

const PasswordRules = ({ password }: { password: string }) => (
  <ul aria-label="Password rules" className="grid grid-cols-2 gap-y-2 text-sm">
    {PASSWORD_RULES.map(({ label, isMet }) => {
      const ok = isMet(password);
      const Icon = ok ? Check : Circle;
      return (
        <li key={label} className={`flex items-center gap-2 ${ok ? 'text-call' : 'text-muted'}`}>
          <Icon size={16} aria-hidden className="shrink-0" />
          <span>{label}</span>
          <span className="sr-only">{ok ? ' (met)' : ' (not met yet)'}</span>
        </li>
      );
    })}
  </ul>
);

const Consent = () => (
  <p className="text-sm text-muted">
    <span>{`${AGE} By signing up, you accept our`}</span>{' '}
    <ExternalLink href={PATHS.terms}>Terms</ExternalLink> <span>and</span>{' '}
    <ExternalLink href={PATHS.privacy}>Privacy policy</ExternalLink>
    <span>. Most traders lose money: read about the</span>{' '}
    <ExternalLink href={PATHS.risk}>risks</ExternalLink>
    <span>.</span>
  </p>
);

const AlreadyMember = () => (
  <p className="text-center text-sm text-muted">
    Already a member? <AuthLink to={PATHS.login}>Log in</AuthLink>
  </p>
);
