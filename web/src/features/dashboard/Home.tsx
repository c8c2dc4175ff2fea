import { openTier } from '@quantalgo/contracts';
import { useMember } from '../../data/session/currentSession';
import { ActivationGuide } from './activation/ActivationGuide';
import { EssentialView } from './essential/EssentialView';
import { GuestView } from './guest/GuestView';
import { Overview } from './overview/Overview';
import { StarterView } from './starter/StarterView';

/** The Control Center: the way to a funded account while locked, then what is going on; below, what the tier holds. */
export function Home() {
  const member = useMember();
  if (!member) return null;
  const tier = openTier(member);
  return (
    <div className="grid gap-8 lg:gap-10">
      {tier === 'guest' ? <ActivationGuide member={member} /> : <Overview member={member} />}
      {tier === 'guest' && <GuestView member={member} />}
      {tier === 'starter' && <StarterView />}
      {tier === 'essential' && <EssentialView member={member} />}
    </div>
  );
}
