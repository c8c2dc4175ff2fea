import { COUNTRY_NOTICES } from '@quantalgo/contracts/auth/countryNotices';
import {
  validatePhone,
  type Registration,
  registrationSchema,
} from '@quantalgo/contracts/auth/registration';
import { signUpEndpoints } from '@quantalgo/contracts/auth/signUpEndpoints';
import { formatDuration } from '@quantalgo/contracts/core/durations';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { CONFIRMATION_CODE_TTL_MS } from '@quantalgo/contracts/core/validation';
import { Check, Circle } from 'lucide-react';
import { type FocusEvent, type SubmitEvent, useRef, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { BRAND } from '../../core/brand';
import { PHONE_HELP, SIGN_UP_FIELDS_TEXT } from '../../content/signUp';
import { serverNow } from '../../data/core/clock';
import { AGE } from '../../content/hero';
import { readDraft, writeDraft } from '../../data/core/webStorage';
import { storePendingSignUp, usePendingSignUp } from '../../data/auth/pendingRegistration';
import { useChallenge } from '../../data/auth/useChallenge';
import { useSending } from '../../data/auth/useSending';
import { ConfirmationCodeForm } from '../../ui/CodeInput';
import { EntryFrame } from '../../ui/EntryFrame';
import { EmailField, isFocusWithinForm, PasswordField, TextField } from '../../ui/Field';
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
import { stepPath, parseSignUpStep, STEPS } from './signUpSteps';
import { PASSWORD_RULES } from '@quantalgo/contracts/auth/passwordRules';
import { COUNTRY_NAMES } from '@quantalgo/contracts/auth/countries';

const SIGN_UP_STEPS = [
  { title: 'Create your account', text: SIGN_UP_FIELDS_TEXT },
  { title: 'Confirm your email', text: 'The button in our email brings the code along.' },
  {
    title: 'Link your trading account',
    text: 'Your trader ID and a screenshot. This can wait.',
  },
] as const;

/** Each step is a history entry. */
export default function SignUpScreen() {
  const [parameters] = useSearchParams();
  const pendingRegistration = usePendingSignUp();
  const confirmation = useConfirmation({ fallback: 'Invalid confirmation code' });
  const step = parseSignUpStep(parameters);
  if (confirmation.elsewhere) return <Navigate replace to={PATHS.dashboard} />;
  const email = pendingRegistration?.email ?? confirmation.email;
  const visibleStep = step === 'confirm' && email === null ? 'details' : step;
  const number = STEPS.indexOf(visibleStep) + 1;
  return (
    <EntryFrame
      corner={number === 1 ? <BackToStart /> : <StepCount step={number} of={STEPS.length} />}
      below={<StepLine step={number} of={STEPS.length} />}
    >
      {visibleStep === 'welcome' && <WelcomeStep />}
      {visibleStep === 'details' && <DetailsStep />}
      {visibleStep === 'confirm' && <ConfirmStep email={email ?? ''} confirmation={confirmation} />}
    </EntryFrame>
  );
}

const WelcomeStep = () => (
  <>
    <div className="grid gap-2">
      <PageHeading className="text-xl!">{`Welcome to ${BRAND.name}`}</PageHeading>
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
  const { confirming, failure, waitMs, confirmed, confirm } = confirmation;
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
      <ConfirmationCodeForm
        failure={failure}
        onCode={(code) => void confirm(email, code)}
        className="grid gap-5"
      >
        <SubmitButton busyLabel={confirming ? 'Confirming...' : undefined} waitMs={waitMs}>
          Confirm Account
        </SubmitButton>
      </ConfirmationCodeForm>
      <ResendCode
        email={email}
        otherAddress={<TextLink to={stepPath('details')}>Use another address</TextLink>}
      />
    </>
  );
}

const FIELDS = ['fullName', 'email', 'country', 'phone', 'telegram', 'password'] as const;

type FieldName = (typeof FIELDS)[number];

type SignUpValues = Readonly<Record<FieldName, string>>;

type SignUpErrors = Readonly<Partial<Record<FieldName, string>>>;

const EMPTY_FORM: SignUpValues = {
  fullName: '',
  email: '',
  country: '',
  phone: '',
  telegram: '',
  password: '',
};

function validateField(field: FieldName, values: SignUpValues): string | undefined {
  const { error } = registrationSchema.shape[field].safeParse(values[field]);
  if (error) return error.issues[0]?.message;
  return field === 'phone' ? validatePhone(values.phone, values.country) : undefined;
}

function validateForm(values: SignUpValues): SignUpErrors {
  const errors = FIELDS.map((field) => [field, validateField(field, values)] as const);
  return Object.fromEntries(errors.filter(([, error]) => error !== undefined));
}

/** Stored in the tab across reloads: everything but the password. */
const draftSchema = z.object({
  fullName: z.string(),
  email: z.string(),
  country: z.string(),
  phone: z.string(),
  telegram: z.string(),
});

const DRAFT_KEY = 'sign-up';

const REGISTER_TEXT = { fallback: 'Registration failed. Please try again.' };

function DetailsStep() {
  const navigate = useNavigate();
  const form = useSignUpForm();
  const { checking, call } = useChallenge();
  const { sending, failure, waitMs, send } = useSending(async (registration: Registration) => {
    await call(signUpEndpoints.register, { body: registration });
    storePendingSignUp({ email: registration.email, sentAt: serverNow() });
    void navigate(stepPath('confirm'));
  }, REGISTER_TEXT);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const registration = form.complete();
    if (registration) void send(registration);
  };
  return (
    <>
      <PageHeading className="text-xl!">Create your account</PageHeading>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <DetailsFields form={form} />
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <Consent />
        <SubmitButton
          busyLabel={checking ?? (sending ? 'Sending your code…' : undefined)}
          waitMs={waitMs}
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
      {...form.getControlProps('fullName')}
      label="Full name"
      autoComplete="name"
      autoCapitalize="words"
    />
    <EmailField {...form.getControlProps('email')} />
    <Select
      {...form.getControlProps('country')}
      label="Country"
      autoComplete="country-name"
      options={COUNTRY_NAMES}
      placeholder="Choose your country"
    />
    <CountryNotice country={form.values.country} />
    <TextField
      {...form.getControlProps('phone')}
      label="Phone"
      help={PHONE_HELP}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
    />
    <TextField
      {...form.getControlProps('telegram')}
      label="Telegram"
      note="optional"
      placeholder="@username"
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
    <div className="grid gap-3">
      <PasswordField
        {...form.getControlProps('password')}
        label="Password"
        autoComplete="new-password"
      />
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
    {PASSWORD_RULES.map(({ label, met }) => {
      const ok = met(password);
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
    <span>{`${AGE} By signing up you accept our`}</span>{' '}
    <ExternalLink href={PATHS.terms}>Terms</ExternalLink> <span>and</span>{' '}
    <ExternalLink href={PATHS.privacy}>Privacy</ExternalLink>
    <span>. Most traders lose money: read about the</span>{' '}
    <ExternalLink href={PATHS.risk}>Risk</ExternalLink>
    <span>.</span>
  </p>
);

const AlreadyMember = () => (
  <p className="text-center text-sm text-muted">
    Already a member?{' '}
    <TextLink to={PATHS.login} className="inline-flex min-h-11 items-center">
      Log in
    </TextLink>
  </p>
);

function readFormDraft(): SignUpValues {
  const parsed = draftSchema.safeParse(readDraft(DRAFT_KEY));
  return parsed.success ? { ...EMPTY_FORM, ...parsed.data } : EMPTY_FORM;
}

type Control = HTMLInputElement | HTMLSelectElement;

function useSignUpForm() {
  const [values, setValues] = useState(readFormDraft);
  const [errors, setErrors] = useState<SignUpErrors>({});
  const controls = useRef(new Map<FieldName, Control>());

  const check = (field: FieldName, nextValues: SignUpValues) => {
    const { [field]: _before, ...others } = errors;
    const error = validateField(field, nextValues);
    setErrors(error === undefined ? others : { ...others, [field]: error });
  };
  const change = (field: FieldName, text: string) => {
    const next = { ...values, [field]: text };
    setValues(next);
    writeDraft(DRAFT_KEY, draftSchema.parse(next));
    if (errors[field] !== undefined) check(field, next);
  };
  /** Null if a field is invalid; the first one gets the focus. */
  const complete = () => {
    const formErrors = validateForm(values);
    setErrors(formErrors);
    const first = FIELDS.find((field) => formErrors[field] !== undefined);
    if (first !== undefined) controls.current.get(first)?.focus();
    const registration = registrationSchema.safeParse(values);
    return registration.success ? registration.data : null;
  };
  const getControlProps = (field: FieldName) => ({
    name: field,
    value: values[field],
    error: errors[field],
    onChange: ({ target }: { target: Control }) => change(field, target.value),
    onBlur: (event: FocusEvent) => {
      if (isFocusWithinForm(event)) check(field, values);
    },
    ref: (element: Control | null) => {
      if (element) controls.current.set(field, element);
    },
  });
  return { values, getControlProps, complete };
}
