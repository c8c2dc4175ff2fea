import { endpoints } from '@quantalgo/contracts';
import { useRef, useState, type SubmitEvent } from 'react';
import { useSending } from '../../../data/api/useSending';
import { redeemDashboardCode } from '../../../data/member/redeemDashboardCode';
import { Card } from '../../../ui/Card';
import { Notice } from '../../../ui/Notice';
import { SubmitButton } from '../../../ui/SubmitButton';
import { TextField } from '../../../ui/TextField';

const WORDS = {
  wordless: endpoints.validateDashboardCode.failure,
  unanswered: 'Network error. Please check your connection and try again.',
};

/** Takes the code with which staff open a dashboard. */
export function DashboardCode() {
  const [dashboardCode, setDashboardCode] = useState('');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const { sending, failure, waitMs, send } = useSending(redeemDashboardCode, WORDS);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const parsed = endpoints.validateDashboardCode.body.safeParse({ dashboardCode });
    setError(parsed.error?.issues[0]?.message);
    if (parsed.success) void send(dashboardCode);
    else input.current?.focus();
  };
  return (
    <Card as="div">
      <form noValidate onSubmit={submit} className="grid gap-4 p-4 lg:p-5">
        <h2 className="text-base font-semibold">I have a code</h2>
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <div className="grid gap-4 md:max-w-2xl md:grid-cols-[1fr_auto]">
          <TextField
            ref={input}
            label="Dashboard code"
            name="dashboardCode"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            help="Support sends it to you once your funded account is verified."
            value={dashboardCode}
            onChange={({ target }) => setDashboardCode(target.value)}
            error={error}
          />
          <div className="grid content-start md:pt-7">
            <SubmitButton
              doing={sending ? 'Checking…' : undefined}
              waitMs={waitMs}
              look="secondary"
            >
              Unlock dashboard
            </SubmitButton>
          </div>
        </div>
      </form>
    </Card>
  );
}
