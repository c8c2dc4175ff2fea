import { authEndpoints } from '@quantalgo/contracts/auth/endpoints';
import { formatMinutes } from '@quantalgo/contracts/core/durations';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { TYPED_CODE_LENGTH } from '@quantalgo/contracts/core/validation';
import { type SubmitEvent, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useNow } from '../../data/core/clock';
import { call } from '../../data/auth/call';
import { useSession } from '../../data/auth/currentSession';
import { continueSession } from '../../data/auth/session';
import { useSending } from '../../data/auth/useSending';
import { SubmitButton } from '../../ui/Button';
import { CodeInput } from '../../ui/CodeInput';
import { CopyField } from '../../ui/CopyField';
import { EntryFrame } from '../../ui/EntryFrame';
import { PasswordField } from '../../ui/Field';
import { PageHeading } from '../../ui/Heading';
import { BackToStart, LinkButton, TextLink } from '../../ui/Links';
import { Notice } from '../../ui/Notice';

export default function TransferScreen() {
  const signedIn = useSession().status === 'signed-in';
  const [startedSignedOut] = useState(!signedIn);
  if (signedIn && startedSignedOut) return <Navigate replace to={PATHS.dashboard} />;
  return signedIn ? (
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

const SHOW_TEXT = { fallback: 'Failed to make a transfer code' };

/** The code continues this session elsewhere, once, until it expires. */
function ShowCode() {
  const [transferCode, setTransferCode] = useState<{ code: string; expiresAt: number } | null>(
    null,
  );
  const [currentPassword, setCurrentPassword] = useState('');
  const [error, setError] = useState<string>();
  const now = useNow();
  const { sending, failure, waitMs, send } = useSending(async (password: string) => {
    const { data } = await call(authEndpoints.transferCode, {
      body: { currentPassword: password },
    });
    setTransferCode({ code: data.code, expiresAt: Date.parse(data.expiresAt) });
    setCurrentPassword('');
  }, SHOW_TEXT);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const parsed = authEndpoints.transferCode.body.safeParse({ currentPassword });
    setError(parsed.error?.issues[0]?.message);
    if (parsed.success) void send(currentPassword);
  };
  const remainingMs = transferCode === null ? 0 : transferCode.expiresAt - now;
  const label = transferCode === null ? 'Show a code' : 'Show another code';
  return (
    <>
      <div className="grid gap-2">
        <PageHeading className="text-xl!">Continue in the app</PageHeading>
        <p className="text-muted">
          A newly installed app doesn’t share this browser’s session. Enter your password to show a
          code here; in the app, choose{' '}
          <span className="font-semibold text-text">Use a transfer code</span> and type the code.
        </p>
      </div>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      {transferCode !== null && remainingMs > 0 && (
        <div className="grid gap-2">
          <CopyField label="Transfer code" value={transferCode.code} />
          <p className="text-sm text-muted tabular-nums">
            Valid for <span translate="no">{formatMinutes(remainingMs)}</span>, for one use. Don’t
            show it to anyone.
          </p>
        </div>
      )}
      {transferCode !== null && remainingMs <= 0 && <Notice>That code has expired.</Notice>}
      <form noValidate onSubmit={submit} className="grid gap-5">
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          value={currentPassword}
          onChange={({ target }) => setCurrentPassword(target.value)}
          error={error}
        />
        <SubmitButton
          variant={remainingMs > 0 ? 'secondary' : 'primary'}
          busyLabel={sending ? 'Asking for a code…' : undefined}
          waitMs={waitMs}
        >
          {label}
        </SubmitButton>
      </form>
    </>
  );
}

const ENTER_TEXT = { fallback: 'Invalid or expired transfer code' };

const CODE_REQUIRED = 'Please enter the transfer code';

function EnterCode() {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const { sending, failure, waitMs, send } = useSending(continueSession, ENTER_TEXT);
  const submitCode = (enteredCode: string) => {
    setError(enteredCode === '' ? CODE_REQUIRED : undefined);
    if (enteredCode !== '') void send(enteredCode);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    submitCode(code);
  };
  return (
    <>
      <div className="grid gap-2">
        <PageHeading className="text-xl!">Continue your session here</PageHeading>
        <p className="text-muted">
          Where you are logged in, open <span className="font-semibold text-text">Account Hub</span>
          , then <span className="font-semibold text-text">Continue in the app</span> under Devices,
          and type the code that it shows.
        </p>
      </div>
      <form noValidate onSubmit={submit} className="grid gap-5">
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <CodeInput
          label="Transfer code"
          length={TYPED_CODE_LENGTH}
          value={code}
          onChange={setCode}
          onComplete={submitCode}
          error={error}
        />
        <SubmitButton busyLabel={sending ? 'Logging in…' : undefined} waitMs={waitMs}>
          Continue here
        </SubmitButton>
      </form>
      <p className="text-center text-sm text-muted">
        No other window?{' '}
        <TextLink to={PATHS.login} className="inline-flex min-h-11 items-center">
          Log in with your password
        </TextLink>
      </p>
    </>
  );
}
