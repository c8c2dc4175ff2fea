import { endpoints } from '@quantalgo/contracts';
import { useState } from 'react';
import { useSending } from '../api/useSending';
import { redeemDashboardCode } from './redeemDashboardCode';

const WORDS = {
  wordless: endpoints.validateDashboardCode.failure,
  unanswered: 'Network error. Please check your connection and try again.',
};

/** The code with which staff open a dashboard, while it is entered and checked. */
export function useDashboardCode() {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const { sending, failure, waitMs, send } = useSending(redeemDashboardCode, WORDS);
  /** Sends the code, and says whether it is one that can be sent. */
  const submit = (): boolean => {
    const parsed = endpoints.validateDashboardCode.body.safeParse({ dashboardCode: code });
    setError(parsed.error?.issues[0]?.message);
    if (parsed.success) void send(code);
    return parsed.success;
  };
  return { code, setCode, error, sending, failure, waitMs, submit };
}
