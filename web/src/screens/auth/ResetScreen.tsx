import { passwordsEndpoints } from '@quantalgo/contracts/auth/passwordEndpoints';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { useNow } from '../../data/core/clock';
import { call } from '../../data/auth/call';
import { ApiError } from '../../data/auth/errors';
import { resetPassword } from '../../data/auth/passwordReset';
import { type Failure, describeFailure, useSending } from '../../data/auth/useSending';
import { Button, SubmitButton } from '../../ui/Button';
import { Done, useRedirect } from '../../ui/Done';
import { EntryFrame } from '../../ui/EntryFrame';
import { PasswordField, TextField } from '../../ui/Field';
import { Heading } from '../../ui/Heading';
import { BackToStart, LinkButton } from '../../ui/Links';
import { Spinner } from '../../ui/Loading';
import { Notice } from '../../ui/Notice';
import { PASSWORD_MIN_LENGTH } from '@quantalgo/contracts/auth/passwordRules';

function CheckView({
  token,
  check,
  onRetry,
  onDone,
}: {
  token: string;
  check: TokenCheck;
  onRetry: () => void;
  onDone: () => void;
}) {
  switch (check.view) {
    case 'verifying':
      return (
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner size={20} />
          Verifying reset token...
        </p>
      );
    case 'valid':
      return <ResetForm token={token} email={check.email} onDone={onDone} />;
    case 'unanswered':
      return <Unanswered failure={check.failure} onRetry={onRetry} />;
    case 'invalid':
      return <InvalidLink key={token} reason={check.reason} />;
  }
}

const historyStateSchema = z.object({ token: z.string() });

/**
 * Removes the token from the address bar before any request, so that no header or browser history
 * contains it. The history entry's state keeps it for reloads.
 */
function useLinkToken(): string {
  const [parameters, setParameters] = useSearchParams();
  const storedToken = historyStateSchema.safeParse(useLocation().state).data?.token;
  const linkToken = parameters.get('token');
  useEffect(() => {
    if (linkToken !== null) setParameters({}, { replace: true, state: { token: linkToken } });
  }, [linkToken, setParameters]);
  return linkToken ?? storedToken ?? '';
}

export default function ResetScreen() {
  const token = useLinkToken();
  const [attempt, setAttempt] = useState(0);
  const check = useTokenCheck(token, attempt);
  const [done, setDone] = useState(false);
  return (
    <EntryFrame corner={<BackToStart />}>
      {done ? (
        <ResetDone />
      ) : (
        <CheckView
          token={token}
          check={check}
          onRetry={() => setAttempt(attempt + 1)}
          onDone={() => setDone(true)}
        />
      )}
    </EntryFrame>
  );
}

type TokenCheck =
  | { readonly view: 'verifying' }
  | { readonly view: 'valid'; readonly email: string }
  | { readonly view: 'unanswered'; readonly failure: Failure }
  | { readonly view: 'invalid'; readonly reason: string };

const NO_TOKEN = 'Invalid or missing reset token';

const INVALID_LINK = 'This password reset link is invalid or has expired.';

const CHECK_FAILED = 'Failed to verify reset token';

const CHECK_TEXT = { fallback: 'Invalid or expired reset token', unanswered: CHECK_FAILED };

/** The server has judged the token, as opposed to failing or limiting the rate. */
const isRejected = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.status !== 429;

async function verifyToken(token: string): Promise<TokenCheck> {
  try {
    const { data } = await call(passwordsEndpoints.verifyResetToken, { body: { token } });
    return { view: 'valid', email: data.email };
  } catch (error) {
    if (isRejected(error)) {
      const { words } = describeFailure(error, CHECK_TEXT);
      return { view: 'invalid', reason: words === '' ? INVALID_LINK : words };
    }
    const failure = describeFailure(error, { ...CHECK_TEXT, fallback: CHECK_FAILED });
    return {
      view: 'unanswered',
      failure: failure.words === '' ? { ...failure, words: CHECK_FAILED } : failure,
    };
  }
}

interface CheckResponse {
  readonly token: string;
  readonly attempt: number;
  readonly check: TokenCheck;
}

/** Checks once per token and attempt. A check doesn't consume the token. */
function useTokenCheck(token: string, attempt: number): TokenCheck {
  const [response, setResponse] = useState<CheckResponse | null>(null);
  useEffect(() => {
    if (token === '') return;
    let current = true;
    void verifyToken(token).then((check) => {
      if (current) setResponse({ token, attempt, check });
    });
    return () => {
      current = false;
    };
  }, [token, attempt]);
  if (token === '') return { view: 'invalid', reason: NO_TOKEN };
  const isCurrent = response?.token === token && response.attempt === attempt;
  return isCurrent ? response.check : { view: 'verifying' };
}

const RESET_TEXT = {
  fallback: 'Failed to reset password',
  unanswered: 'An unexpected error occurred. Please try again.',
};

const PASSWORD_HINT = `Must be at least ${PASSWORD_MIN_LENGTH} characters long`;

function ResetForm({ token, email, onDone }: { token: string; email: string; onDone: () => void }) {
  const [password, setPassword] = useState('');
  const [repeatedPassword, setRepeatedPassword] = useState('');
  const [fieldError, setFieldError] = useState<ReturnType<typeof validatePasswords>>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const repeatedInput = useRef<HTMLInputElement>(null);
  const { sending, failure, waitMs, send } = useSending(async () => {
    await resetPassword(email, token, password);
    onDone();
  }, RESET_TEXT);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const nextError = validatePasswords(password, repeatedPassword, token);
    setFieldError(nextError);
    if (nextError === null) void send();
    else (nextError.field === 'repeated' ? repeatedInput : passwordInput).current?.focus();
  };
  return (
    <>
      <div className="grid gap-2">
        <Heading>Set a new password</Heading>
        <p className="text-muted">
          For <span className="font-semibold wrap-anywhere text-text">{email}</span>
        </p>
      </div>
      <form noValidate onSubmit={submit} className="grid gap-5">
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          ref={passwordInput}
          label="New Password"
          name="new-password"
          autoComplete="new-password"
          help={PASSWORD_HINT}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          error={fieldError?.field === 'password' ? fieldError.message : undefined}
        />
        <PasswordField
          ref={repeatedInput}
          label="Confirm New Password"
          name="confirm-password"
          autoComplete="new-password"
          value={repeatedPassword}
          onChange={({ target }) => setRepeatedPassword(target.value)}
          error={fieldError?.field === 'repeated' ? fieldError.message : undefined}
        />
        <SubmitButton busyLabel={sending ? 'Resetting password…' : undefined} waitMs={waitMs}>
          Reset password
        </SubmitButton>
      </form>
    </>
  );
}

interface FieldError {
  readonly field: 'password' | 'repeated';
  readonly message: string;
}

/** The first error to show; null if the password can be set. */
function validatePasswords(
  password: string,
  repeatedPassword: string,
  token: string,
): FieldError | null {
  const { error } = passwordsEndpoints.resetPassword.body.safeParse({
    token,
    newPassword: password,
  });
  const [issue] = error?.issues ?? [];
  if (issue) return { field: 'password', message: issue.message };
  if (repeatedPassword === '') return { field: 'repeated', message: 'Please fill in all fields' };
  return repeatedPassword === password
    ? null
    : { field: 'repeated', message: 'Passwords do not match' };
}

const REDIRECT_DELAY_MS = 3000;

function ResetDone() {
  useRedirect(PATHS.login, REDIRECT_DELAY_MS);
  return (
    <Done title="Password Reset Successful!" next={{ to: PATHS.login, words: 'Go to login' }}>
      All other sessions have ended. We’re taking you to the login: use your new password there.
    </Done>
  );
}

/** The email's link may open in another browser; its code works in this one. */
function CodeFromMail() {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [, setParameters] = useSearchParams();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const token = code.trim();
    if (token === '') setError('Reset token is missing');
    else setParameters({ token }, { replace: true });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        label="Code from the mail"
        name="token"
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={code}
        onChange={({ target }) => setCode(target.value)}
        error={error}
      />
      <Button type="submit">Use this code</Button>
    </form>
  );
}

function Unanswered({
  failure: { words, waitUntil },
  onRetry,
}: {
  failure: Failure;
  onRetry: () => void;
}) {
  const waitMs = Math.max(0, waitUntil - useNow());
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onRetry();
  };
  return (
    <>
      <Heading>Set a new password</Heading>
      {(waitMs > 0 || waitUntil === 0) && <Notice tone="error">{words}</Notice>}
      <form noValidate onSubmit={submit} className="grid gap-5">
        <SubmitButton busyLabel={undefined} waitMs={waitMs}>
          Try again
        </SubmitButton>
        <LinkButton to={PATHS.forgotPassword}>Request New Link</LinkButton>
      </form>
    </>
  );
}

const InvalidLink = ({ reason }: { reason: string }) => (
  <>
    <Heading>Set a new password</Heading>
    <Notice tone="error">{reason}</Notice>
    <LinkButton to={PATHS.forgotPassword} variant="primary">
      Request New Link
    </LinkButton>
    <CodeFromMail />
  </>
);
