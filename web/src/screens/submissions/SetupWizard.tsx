import { type AccessPath, accessPathSchema } from '@quantalgo/contracts/account/member';
import { formatMoney } from '@quantalgo/contracts/core/format';
import {
  brokerAccountSchema,
  validateDeposit,
  SETUP_MINIMUMS,
} from '@quantalgo/contracts/submissions/submission';
import { typedDepositSchema } from '@quantalgo/contracts/submissions/typedDeposit';
import type { ReactNode, SubmitEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { BRAND } from '../../core/brand';
import { ACCESS_PATHS, SETUP_STEPS } from '../../content/onboarding';
import { SETUP_PROMISE } from '../../content/submission';
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

export const setupSchema = z
  .object({
    brokerAccount: brokerAccountSchema,
    depositAmount: typedDepositSchema,
    accessPath: accessPathSchema,
  })
  .check(({ value: { depositAmount, accessPath }, issues }) => {
    const message = validateDeposit(depositAmount, accessPath);
    if (message !== null)
      issues.push({ code: 'custom', input: depositAmount, message, path: ['depositAmount'] });
  });

/** The requested step, unless an earlier one is incomplete. */
export function getSetupStep(requested: string | null, values: SetupValues): 1 | 2 | 3 {
  const issues = setupSchema.safeParse(values).error?.issues ?? [];
  const isInvalid = (name: keyof SetupValues) => issues.some(({ path }) => path[0] === name);
  if (requested === null || requested === '1' || isInvalid('brokerAccount')) return 1;
  return requested === '2' || isInvalid('depositAmount') ? 2 : 3;
}

/** `initial` applies if no draft is stored. */
function useWizard(uid: string, initial: SetupValues, onSaved: () => void) {
  const [query, setQuery] = useSearchParams();
  const form = useSubmissionForm('setup', setupSchema, {
    uid,
    initial,
    draftSchema: valuesSchema,
    toContent: (setup) => ({ kind: 'setup', ...setup }),
    onSaved: () => {
      setQuery({}, { replace: true });
      onSaved();
    },
  });
  const step = getSetupStep(query.get('step'), form.values);
  const go = (to: number) => setQuery(to === 1 ? {} : { step: String(to) });
  return { ...form, step, go };
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

function CreateStep({ wizard }: { wizard: Wizard }) {
  return (
    <StepForm
      form={wizard.props}
      title={SETUP_STEPS[0]}
      next="Continue"
      disabled={wizard.values.brokerAccount.trim() === ''}
      onNext={() => wizard.check('brokerAccount') && wizard.go(2)}
    >
      <p className="text-sm text-muted">
        {`Open an account at ${broker.name} with our link and the promo code, so that it can be matched to you. Already have one? Enter its ID.`}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <CopyField label="Promo code" value={broker.promoCode} />
        <ExternalLinkButton href={broker.signUp}>Open broker account</ExternalLinkButton>
      </div>
      <p className="text-xs text-muted">
        We are paid by this broker when you sign up through this link. You could lose what you
        deposit. <DemonstrationTag />
      </p>
      <TextField
        {...wizard.field('brokerAccount')}
        label="Broker account ID"
        help="You’ll find it in your broker profile."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </StepForm>
  );
}

function FundStep({ wizard }: { wizard: Wizard }) {
  const path = wizard.control('accessPath');
  return (
    <StepForm
      form={wizard.props}
      title={SETUP_STEPS[1]}
      next="Continue"
      disabled={wizard.values.depositAmount.trim() === ''}
      onNext={() => wizard.check('depositAmount') && wizard.go(3)}
      onBack={() => wizard.go(1)}
    >
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-2 text-sm font-semibold">How will you use the signals?</legend>
        {accessPathSchema.options.map((option) => (
          <PathChoice
            key={option}
            path={option}
            chosen={path.value === option}
            onChoose={() => path.onChange(option)}
          />
        ))}
      </fieldset>
      <TextField
        {...wizard.field('depositAmount')}
        label="Deposit amount"
        note="in US dollars"
        help="The money stays in your own broker account. Fund only what you can lose."
        placeholder={`Minimum $${SETUP_MINIMUMS[path.value]}`}
        inputMode="decimal"
        autoComplete="off"
      />
    </StepForm>
  );
}

function VerifyStep({ wizard }: { wizard: Wizard }) {
  const { fileField, failure, pending } = wizard;
  const { brokerAccount, depositAmount, accessPath } = wizard.values;
  return (
    <StepForm
      form={wizard.props}
      title={SETUP_STEPS[2]}
      next="Submit for verification"
      disabled={fileField.file === null}
      busyLabel={pending ? 'Preparing your proof…' : undefined}
      onNext={() => wizard.submit()}
      onBack={() => wizard.go(2)}
    >
      <SetupFacts
        brokerAccount={brokerAccount.trim()}
        depositAmount={typedDepositSchema.parse(depositAmount)}
        path={ACCESS_PATHS[accessPath].name}
      />
      <FileField
        {...fileField}
        label="Deposit proof"
        help="A screenshot or a PDF of the broker that shows the account and the deposit. Max 10MB"
        asks="Choose an image or a PDF"
        takes="PNG, JPEG or PDF"
      />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <p className="text-sm text-muted">
        {`Our team checks it ${SETUP_PROMISE}. Your dashboard then opens by itself.`}
      </p>
    </StepForm>
  );
}

function StepForm({
  form,
  title,
  next,
  disabled,
  busyLabel,
  onNext,
  onBack,
  children,
}: {
  form: Wizard['props'];
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
    <form {...form} onSubmit={submit} className="grid gap-5 p-4 lg:p-5">
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
