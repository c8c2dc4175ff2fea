import { isLocked } from '@quantalgo/contracts/access/access';
import { useMember } from '../../data/auth/currentSession';
import { GuestHome } from './GuestHome';
import { Overview } from './Overview';

export default function Home() {
  const member = useMember();
  if (!member) return null;
  return isLocked(member) ? <GuestHome member={member} /> : <Overview member={member} />;
}
