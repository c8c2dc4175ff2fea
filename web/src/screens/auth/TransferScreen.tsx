import { authEndpoints } from '@quantalgo/contracts/auth/endpoints';
import { formatMinutesSeconds } from '@quantalgo/contracts/core/durations';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { LONG_CODE_LENGTH } from '@quantalgo/contracts/core/validation';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { useNow } from '../../data/core/clock';
import { call } from '../../data/auth/call';
import { useSession } from '../../data/auth/currentSession';
import { continueSession } from '../../data/auth/session';
import { useForm } from '../../data/core/useForm';
import { SubmitButton } from '../../ui/Button';
import { CodeInput } from '../../ui/CodeInput';
import { CopyField } from '../../ui/CopyField';
import { EntryFrame } from '../../ui/EntryFrame';
import { PasswordField } from '../../ui/Field';
import { PageHeading } from '../../ui/Heading';
import { BackToStart, LinkButton } from '../../ui/Links';
import { Notice } from '../../ui/Notice';
import { AuthLink } from './AuthLink';
import { getReturnPath } from './returnPath';

export default function TransferScreen() {
  const isLoggedIn = useSession().status === 'logged-in';
  const [startedLoggedOut] = useState(!isLoggedIn);
  const state: unknown = useLocation().state;
  if (isLoggedIn && startedLoggedOut) return <Navigate replace to={getReturnPath(state)} />;
  return isLoggedIn ? (
    <EntryFrame
      corner={
        <LinkButton to={PATHS.dashboard} variant="quiet" size="small" className="-mr-4">
          Back to dashboard
        </LinkButton>
      }
    >
      <ShowCode />
    </EntryFrame>
  ) : (
    <EntryFrame corner={<BackToStart />}>
      <EnterCode />
    </EntryFrame>
  );
}

const SHOW_TEXT = { fallback: 'Failed to create a transfer code' };

/** The code opens this session on another device. It works once, until it expires. */
function ShowCode() {
  const [transferCode, setTransferCode] = useState<{ code: string; expiresAt: number } | null>(
    null,
  );
  const now = useNow();
  const form = useForm(authEndpoints.transferCode.body, {
    initial: { currentPassword: '' },
    onSubmit: async (body) => {
      const { data } = await call(authEndpoints.transferCode, { body });
      setTransferCode({ code: data.code, expiresAt: Date.parse(data.expiresAt) });
    },
    failure: SHOW_TEXT,
    clears: true,
  });
  const remainingMs = transferCode === null ? 0 : transferCode.expiresAt - now;
  const label = transferCode === null ? 'Show a code' : 'Show another code';
  return (
    <>
      <div className="grid gap-2">
        <PageHeading className="text-xl!">Continue in the app</PageHeading>
        <p className="text-muted">
          A newly installed app doesn’t share this browser’s session. Enter your password to show a
          code here. In the app, choose{' '}
          <span className="font-semibold text-text">Use a transfer code</span> and type the code.
        </p>
      </div>
      {form.failure !== null && <Notice tone="error">{form.failure}</Notice>}
      {transferCode !== null && remainingMs > 0 && (
        <div className="grid gap-2">
          <CopyField label="Transfer code" value={transferCode.code} />
          <p className="text-sm text-muted tabular-nums">
            Valid for <span translate="no">{formatMinutesSeconds(remainingMs)}</span>, and only
            once. Don’t share it with anyone.
          </p>
        </div>
      )}
      {transferCode !== null && remainingMs <= 0 && <Notice>That code has expired.</Notice>}
      <form {...form.props} className="grid gap-5">
        <PasswordField
          {...form.field('currentPassword')}
          label="Current password"
          autoComplete="current-password"
        />
        <SubmitButton
          variant={remainingMs > 0 ? 'secondary' : 'primary'}
          busyLabel={form.pending ? 'Requesting a code…' : undefined}
          waitMs={form.waitMs}
        >
          {label}
        </SubmitButton>
      </form>
    </>
  );
}

const ENTER_TEXT = { fallback: 'Invalid or expired transfer code' };

const codeSchema = z.object({
  code: z.string().check(z.minLength(1, 'Please enter the transfer code')),
});

function EnterCode() {
  const form = useForm(codeSchema, {
    initial: { code: '' },
    onSubmit: ({ code }) => continueSession(code),
    failure: ENTER_TEXT,
  });
  return (
    <>
      <div className="grid gap-2">
        <PageHeading className="text-xl!">Continue your session here</PageHeading>
        <p className="text-muted">
          Where you’re already logged in, open{' '}
          <span className="font-semibold text-text">Account Hub</span>, then{' '}
          <span className="font-semibold text-text">Continue in the app</span> under Devices, and
          type the code shown there.
        </p>
      </div>
      <form {...form.props} className="grid gap-5">
        {form.failure !== null && <Notice tone="error">{form.failure}</Notice>}
        <CodeInput
          {...form.control('code')}
          label="Transfer code"
          length={LONG_CODE_LENGTH}
          onComplete={(code) => form.submit({ code })}
        />
        <SubmitButton busyLabel={form.pending ? 'Logging in…' : undefined} waitMs={form.waitMs}>
          Continue here
        </SubmitButton>
      </form>
      <p className="text-center text-sm text-muted">
        Not logged in anywhere else? <AuthLink to={PATHS.login}>Log in with your password</AuthLink>
      </p>
    </>
  );
}
