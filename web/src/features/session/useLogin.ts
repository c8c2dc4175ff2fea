import { useRef, useState } from 'react';
import { ApiError } from '../../data/api/errors';
import { signIn } from '../../data/session/session';

const UNANSWERED = 'Login failed. Please try again.';

interface Login {
  readonly sending: boolean;
  /** Why the last try failed, in words for the screen. */
  readonly failure: string | null;
  readonly logIn: (email: string, password: string) => Promise<void>;
}

/** Signs in, one try at a time: whatever is asked for meanwhile is not sent. */
export function useLogin(): Login {
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const busy = useRef(false);

  const logIn = async (email: string, password: string) => {
    if (busy.current) return;
    busy.current = true;
    setSending(true);
    setFailure(null);
    try {
      await signIn(email, password);
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : UNANSWERED);
    } finally {
      busy.current = false;
      setSending(false);
    }
  };
  return { sending, failure, logIn };
}
