import { useEffect, useState } from 'react';
import { call } from '../../../data/session/call';
import { failureText } from '../../../data/session/errors';

/** What is known of a reset token. */
export type TokenCheck =
  | { readonly view: 'verifying' }
  | { readonly view: 'valid'; readonly email: string }
  | { readonly view: 'invalid'; readonly why: string };

const NO_TOKEN = 'Invalid or missing reset token';
const INVALID = 'This password reset link is invalid or has expired.';
const WORDS = {
  wordless: 'Invalid or expired reset token',
  unanswered: 'Failed to verify reset token',
};

async function verify(token: string): Promise<TokenCheck> {
  try {
    const { data } = await call('verifyResetToken', { body: { token } });
    return { view: 'valid', email: data.email };
  } catch (error) {
    const why = failureText(error, WORDS);
    return { view: 'invalid', why: why === '' ? INVALID : why };
  }
}

/** Asks the server once per token whose password it would set; that consumes nothing. */
export function useTokenCheck(token: string): TokenCheck {
  const [answer, setAnswer] = useState<{ token: string; check: TokenCheck } | null>(null);
  useEffect(() => {
    if (token === '') return;
    let current = true;
    void verify(token).then((check) => {
      if (current) setAnswer({ token, check });
    });
    return () => {
      current = false;
    };
  }, [token]);
  if (token === '') return { view: 'invalid', why: NO_TOKEN };
  return answer?.token === token ? answer.check : { view: 'verifying' };
}
