import { isLocked } from '@quantalgo/contracts';
import { useMember } from '../../data/member/useMember';
import { ActivationGuide } from './activation/ActivationGuide';
import { Overview } from './overview/Overview';

/** The Control Center: the way to a funded account while locked, then what is going on. */
export function Home() {
  const member = useMember();
  if (!member) return null;
  return isLocked(member) ? <ActivationGuide member={member} /> : <Overview member={member} />;
}
