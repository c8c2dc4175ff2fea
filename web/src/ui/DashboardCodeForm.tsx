import { useRef, type SubmitEvent } from 'react';
import { Card } from './Card';
import { Notice } from './Notice';
import { SubmitButton } from './Button';
import { TextField } from './Field';

interface Props {
  code: string;
  setCode: (code: string) => void;
  error: string | undefined;
  pending: boolean;
  failure: string | null;
  waitMs: number;
  submit: () => boolean;
}

export function DashboardCodeForm({
  code,
  setCode,
  error,
  pending,
  failure,
  waitMs,
  submit,
}: Props) {
  const input = useRef<HTMLInputElement>(null);
  const press = (event: SubmitEvent) => {
    event.preventDefault();
    if (!submit()) input.current?.focus();
  };
  return (
    <Card as="div">
      <form noValidate onSubmit={press} className="grid gap-4 p-4 lg:p-5">
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
            value={code}
            onChange={({ target }) => setCode(target.value)}
            error={error}
          />
          <div className="grid content-start md:pt-7">
            <SubmitButton
              busyLabel={pending ? 'Checking…' : undefined}
              waitMs={waitMs}
              variant="secondary"
            >
              Unlock dashboard
            </SubmitButton>
          </div>
        </div>
      </form>
    </Card>
  );
}
