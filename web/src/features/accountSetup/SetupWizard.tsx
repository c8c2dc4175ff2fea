import { Card } from '../../ui/Card';
import { StepCount, StepLine } from '../../ui/Progress';
import { CreateStep } from './steps/CreateStep';
import { FundStep } from './steps/FundStep';
import { VerifyStep } from './steps/VerifyStep';
import { useWizard } from './useWizard';
import { LAST_STEP, type Values } from './wizard';

const STEPS = { 1: CreateStep, 2: FundStep, 3: VerifyStep } as const;

/** Three steps from a new broker account to its proof. The browser's own back leads a step back, too. */
export function SetupWizard({
  uid,
  before,
  onSaved,
}: {
  uid: string;
  before: Values;
  onSaved: () => void;
}) {
  const wizard = useWizard(uid, before, onSaved);
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
