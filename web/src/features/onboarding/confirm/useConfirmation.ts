import { PATHS } from '@quantalgo/contracts';
import { useState } from 'react';
import { useSending } from '../../../data/session/useSending';
import { confirmAccount } from '../../../data/session/session';
import { useSession } from '../../../data/session/currentSession';
import { useRedirect } from '../../../ui/Done';

/** How long (ms) the success is read before the next screen. */
const REDIRECT_MS = 2000;

/** An account that is being confirmed. */
export interface Confirmation {
  readonly confirming: boolean;
  readonly failure: string | null;
  readonly waitMs: number;
  /** True once the account is open, until the next screen comes. */
  readonly confirmed: boolean;
  /** True when somebody is signed in who did not just confirm here. */
  readonly elsewhere: boolean;
  /** The address that was confirmed here. */
  readonly email: string | null;
  readonly confirm: (email: string, code: string) => Promise<void>;
}

/** Confirms an account with its code, and leads to the linking of the trader ID. */
export function useConfirmation(wordless: string, unanswered: string): Confirmation {
  const signedIn = useSession().status === 'signed-in';
  const [email, setEmail] = useState<string | null>(null);
  const [confirmed, setConfirmed] = useState(false);
  const { sending, failure, waitMs, send } = useSending(
    async (address: string, code: string) => {
      setEmail(address);
      await confirmAccount(address, code);
      setConfirmed(true);
    },
    { wordless, unanswered },
  );
  useRedirect(PATHS.linkTrader, confirmed ? REDIRECT_MS : null);
  return {
    confirming: sending,
    failure,
    waitMs,
    confirmed,
    elsewhere: signedIn && !sending && !confirmed,
    email,
    confirm: send,
  };
}
