import type { User } from '@quantalgo/contracts';
import { useSession } from '../session/store';

/** The member signed in, as the server last described them: from storage at first, then live. Null signed out. */
export function useMember(): User | null {
  const session = useSession();
  return session.status === 'signed-in' ? session.user : null;
}
