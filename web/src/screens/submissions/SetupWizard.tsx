import { type AccessPath, accessPathSchema } from '@quantalgo/contracts/access/accessPath';
import { formatMoney } from '@quantalgo/contracts/core/format';
import {
  brokerAccountSchema,
  validateDeposit,
  SETUP_MINIMUMS,
} from '@quantalgo/contracts/submissions/submission';
import { typedDepositSchema } from '@quantalgo/contracts/submissions/typedDeposit';
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { BRAND } from '../../core/brand';
import { ACCESS_PATHS, SETUP_STEPS } from '../../content/onboarding';
import { SETUP_PROMISE } from '../../content/submission';
import { useBrokerLink } from '../../data/submissions/brokerLink';
import { Button, SubmitButton } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { DemonstrationTag } from '../../ui/DemonstrationTag';
import { CopyField } from '../../ui/CopyField';
import { TextField } from '../../ui/Field';
import { FileField } from '../../ui/FileField';
import { ExternalLinkButton } from '../../ui/Links';
import { Notice } from '../../ui/Notice';
import { StepCount, StepLine } from '../../ui/Progress';
import { useSubmissionForm } from './useSubmissionForm';

const { broker } = BRAND;

const valuesSchema = z.object({
  brokerAccount: z.string(),
  /** As typed: `$1,250.50`. */
  depositAmount: z.string(),
  accessPath: accessPathSchema,
});

export type SetupValues = z.infer<typeof valuesSchema>;

export const EMPTY_SETUP: SetupValues = {
  brokerAccount: '',
  depositAmount: '',
  accessPath: 'manual',
};

const LAST_STEP = 3;

export const validateBrokerAccount = ({ brokerAccount }: SetupValues): string | undefined =>
  brokerAccountSchema.safeParse(brokerAccount).error?.issues[0]?.message;

export function validateDepositField({
  depositAmount,
  accessPath,
}: SetupValues): string | undefined {
  const { data, error } = typedDepositSchema.safeParse(depositAmount);
  if (error) return error.issues[0]?.message;
  return validateDeposit(data, accessPath) ?? undefined;
}

/** The requested step, unless an earlier one is incomplete. */
export function getSetupStep(requestedStep: string | null, values: SetupValues): 1 | 2 | 3 {
  if (
    requestedStep === null ||
    requestedStep === '1' ||
    validateBrokerAccount(values) !== undefined
  )
    return 1;
  return requestedStep === '2' || validateDepositField(values) !== undefined ? 2 : 3;
}

/**
 * In dollars.
 * @throws ZodError if the deposit is invalid
 */
const toDollars = ({ depositAmount }: SetupValues): number =>
  typedDepositSchema.parse(depositAmount);

/** `initial` applies if no draft is stored. */
function useWizard(uid: string, initial: SetupValues, onSaved: () => void) {
  const [query, setQuery] = useSearchParams();
  const form = useSubmissionForm('setup', {
    uid,
    schema: valuesSchema,
    initial,
    onSaved: () => {
      setQuery({}, { replace: true });
      onSaved();
    },
  });
  const { values } = form;
  const change = (changes: Partial<SetupValues>) => form.change({ ...values, ...changes });
  const submit = () => {
    const { accessPath } = values;
    const brokerAccount = brokerAccountSchema.parse(values.brokerAccount);
    const account = { brokerAccount, depositAmount: toDollars(values) };
    void form.submit({ kind: 'setup', ...account, accessPath });
  };
  const step = getSetupStep(query.get('step'), values);
  const goToStep = (to: number) => setQuery(to === 1 ? {} : { step: String(to) });
  return { ...form, step, goToStep, change, submit };
}

type Wizard = ReturnType<typeof useWizard>;

const PathChoice = ({
  path,
  chosen,
  onChoose,
}: {
  path: AccessPath;
  chosen: boolean;
  onChoose: () => void;
}) => (
  <label className="relative grid cursor-pointer gap-1 rounded-lg border border-line p-4 transition-colors hover:border-edge has-checked:border-text has-checked:bg-line-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
    <input
      type="radio"
      name="accessPath"
      checked={chosen}
      onChange={onChoose}
      className="absolute inset-0 cursor-pointer opacity-0"
    />
    <span className="flex flex-wrap justify-between gap-x-3 text-sm font-semibold">
      <span>{ACCESS_PATHS[path].name}</span>
      <span className="tabular-nums">{`from $${SETUP_MINIMUMS[path]}`}</span>
    </span>
    <span className="text-sm text-muted">{ACCESS_PATHS[path].text}</span>
  </label>
);

export const SetupFacts = ({
  brokerAccount,
  depositAmount,
  path,
}: {
  brokerAccount: string;
  /** Dollars. */
  depositAmount: number;
  path: string;
}) => (
  <dl className="grid gap-px overflow-hidden rounded-lg border border-line bg-line text-sm sm:grid-cols-3">
    {[
      { label: 'Broker account', value: brokerAccount },
      { label: 'Deposit', value: formatMoney(depositAmount) },
      { label: 'Access path', value: path },
    ].map(({ label, value }) => (
      <div key={label} className="bg-raised px-4 py-3">
        <dt className="text-xs text-muted">{label}</dt>
        <dd translate="no" className="font-semibold wrap-anywhere tabular-nums">
          {value}
        </dd>
      </div>
    ))}
  </dl>
);

const STEPS = { 1: CreateStep, 2: FundStep, 3: VerifyStep } as const;

/** The browser's back button goes one step back. */
export function SetupWizard({
  uid,
  initial,
  onSaved,
}: {
  uid: string;
  initial: SetupValues;
  onSaved: () => void;
}) {
  const wizard = useWizard(uid, initial, onSaved);
  const Step = STEPS[wizard.step];
  return (
    <Card aria-label="Account setup">
      <div className="px-4 pt-4 lg:px-5">
        <StepCount step={wizard.step} of={LAST_STEP} />
        <StepLine step={wizard.step} of={LAST_STEP} />
      </div>
      <Step key={wizard.step} wizard={wizard} />
    </Card>
  );
}

function CreateStep({ wizard: { values, change, goToStep } }: { wizard: Wizard }) {
  const link = useBrokerLink();
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const handleNext = () => {
    const problem = validateBrokerAccount(values);
    setError(problem);
    if (problem === undefined) goToStep(2);
    else input.current?.focus();
  };
  return (
    <StepForm
      title={SETUP_STEPS[0]}
      next="Continue"
      disabled={values.brokerAccount.trim() === ''}
      onNext={handleNext}
    >
      <p className="text-sm text-muted">
        {`Open an account at ${broker.name} with our link and the promo code, so that we can match it to you. Already have one? Enter its ID.`}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <CopyField label="Promo code" value={broker.promoCode} />
        <ExternalLinkButton href={link}>Open broker account</ExternalLinkButton>
      </div>
      <p className="text-xs text-muted">
        We are paid by this broker when you sign up through this link. You could lose what you
        deposit. <DemonstrationTag />
      </p>
      <TextField
        ref={input}
        label="Broker account ID"
        name="brokerAccount"
        help="You’ll find it in your broker profile."
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

function FundStep({ wizard: { values, change, goToStep } }: { wizard: Wizard }) {
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const handleNext = () => {
    const problem = validateDepositField(values);
    setError(problem);
    if (problem === undefined) goToStep(3);
    else input.current?.focus();
  };
  const set = (changes: Partial<typeof values>) => {
    change(changes);
    setError(undefined);
  };
  return (
    <StepForm
      title={SETUP_STEPS[1]}
      next="Continue"
      disabled={values.depositAmount.trim() === ''}
      onNext={handleNext}
      onBack={() => goToStep(1)}
    >
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-2 text-sm font-semibold">How will you use the signals?</legend>
        {accessPathSchema.options.map((path) => (
          <PathChoice
            key={path}
            path={path}
            chosen={values.accessPath === path}
            onChoose={() => set({ accessPath: path })}
          />
        ))}
      </fieldset>
      <TextField
        ref={input}
        label="Deposit amount"
        note="in US dollars"
        name="depositAmount"
        help="The money stays in your own broker account. Only deposit what you can afford to lose."
        placeholder={`Minimum $${SETUP_MINIMUMS[values.accessPath]}`}
        inputMode="decimal"
        autoComplete="off"
        value={values.depositAmount}
        error={error}
        onChange={({ target }) => set({ depositAmount: target.value })}
      />
    </StepForm>
  );
}

function VerifyStep({ wizard }: { wizard: Wizard }) {
  const {
    values,
    file,
    reading,
    choose,
    wrongFile: fileError,
    failure,
    saving,
    submit,
    goToStep,
  } = wizard;
  const { brokerAccount, accessPath } = values;
  return (
    <StepForm
      title={SETUP_STEPS[2]}
      next="Submit for verification"
      disabled={file === null}
      busyLabel={saving ? 'Preparing your proof…' : undefined}
      onNext={submit}
      onBack={() => goToStep(2)}
    >
      <SetupFacts
        brokerAccount={brokerAccount.trim()}
        depositAmount={toDollars(values)}
        path={ACCESS_PATHS[accessPath].name}
      />
      <FileField
        label="Deposit proof"
        help="A screenshot or PDF from the broker that shows the account and the deposit. Max 10MB"
        prompt="Choose an image or a PDF"
        takes="PNG, JPEG or PDF"
        reading={reading}
        file={file}
        onFile={(next) => void choose(next)}
        error={fileError}
      />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <p className="text-sm text-muted">
        {`Our team checks it ${SETUP_PROMISE}. Your dashboard then unlocks automatically.`}
      </p>
    </StepForm>
  );
}

function StepForm({
  title,
  next,
  disabled,
  busyLabel,
  onNext,
  onBack,
  children,
}: {
  title: string;
  next: string;
  disabled: boolean;
  busyLabel?: string | undefined;
  onNext: () => void;
  onBack?: () => void;
  children: ReactNode;
}) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!disabled) onNext();
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-5 p-4 lg:p-5">
      <h2 className="text-base">{title}</h2>
      {children}
      <div className="grid gap-2 sm:flex sm:justify-between">
        <SubmitButton busyLabel={busyLabel} disabled={disabled}>
          {next}
        </SubmitButton>
        {onBack && (
          <Button variant="quiet" onClick={onBack} className="sm:order-first">
            Back
          </Button>
        )}
      </div>
    </form>
  );
}
