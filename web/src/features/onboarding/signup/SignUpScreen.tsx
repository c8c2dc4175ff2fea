import { PATHS } from '@quantalgo/contracts';
import { Navigate, useSearchParams } from 'react-router-dom';
import { usePending } from '../../../data/session/pendingRegistration';
import { BackToStart } from '../../../ui/Links';
import { EntryFrame } from '../../../ui/EntryFrame';
import { StepCount, StepLine } from '../../../ui/Progress';
import { useConfirmation } from '../confirm/useConfirmation';
import { ConfirmStep } from './ConfirmStep';
import { DetailsStep } from './DetailsStep';
import { STEPS, stepOf } from './steps';
import { WelcomeStep } from './WelcomeStep';

/** The sign-up in three steps, each an entry of the browser's history. Who is signed in already is led on. */
export function SignUpScreen() {
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
