import { SETUP_PROOF_TYPES } from '@quantalgo/contracts';
import { ACCESS_PATHS, SETUP_PROMISE, SETUP_STEPS } from '../../../content/onboarding';
import { FileField } from '../../../ui/FileField';
import { Notice } from '../../../ui/Notice';
import { SetupFacts } from '../SetupFacts';
import type { Wizard } from '../useWizard';
import { dollarsOf } from '../wizard';
import { StepForm } from './StepForm';

/** Step 3: the proof of the deposit. */
export function VerifyStep({ wizard }: { wizard: Wizard }) {
  const { values, proof, failure, saving, submit, go } = wizard;
  const { brokerAccount, accessPath } = values;
  return (
    <StepForm
      title={SETUP_STEPS[2]}
      next="Submit for verification"
      disabled={proof.file === null}
      doing={saving ? 'Preparing your proof…' : undefined}
      onNext={() => void submit()}
      onBack={() => go(2)}
    >
      <SetupFacts
        brokerAccount={brokerAccount.trim()}
        depositAmount={dollarsOf(values)}
        path={ACCESS_PATHS[accessPath].name}
      />
      <FileField
        label="Deposit proof"
        help="A screenshot or a PDF of the broker that shows the account and the deposit. Max 10MB"
        accept={SETUP_PROOF_TYPES.join(',')}
        asks="Choose an image or a PDF"
        takes="PNG, JPEG or PDF"
        file={proof.file}
        onFile={(chosen) => void proof.choose(chosen)}
        error={proof.wrong}
      />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <p className="text-sm text-muted">
        Our team looks at it {SETUP_PROMISE}. Your dashboard then opens by itself.
      </p>
    </StepForm>
  );
}
