import { passwordsEndpoints } from '@quantalgo/contracts/auth/passwordEndpoints';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { PASSWORD_MIN_LENGTH } from '@quantalgo/contracts/core/validation';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { useNow } from '../../data/core/clock';
import { call } from '../../data/auth/call';
import { ApiError } from '../../data/auth/errors';
import { resetPassword } from '../../data/auth/passwordReset';
import { type Failure, failureOf, useSending } from '../../data/auth/useSending';
import { Button, SubmitButton } from '../../ui/Button';
import { Done, useRedirect } from '../../ui/Done';
import { EntryFrame } from '../../ui/EntryFrame';
import { PasswordField, TextField } from '../../ui/Field';
import { Heading } from '../../ui/Heading';
import { BackToStart, LinkButton } from '../../ui/Links';
import { Spinner } from '../../ui/Loading';
import { Notice } from '../../ui/Notice';

function Checked({
  token,
  check,
  onAgain,
  onDone,
}: {
  token: string;
  check: TokenCheck;
  onAgain: () => void;
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
      return <Unanswered failure={check.failure} onAgain={onAgain} />;
    case 'invalid':
      return <InvalidLink key={token} why={check.why} />;
  }
}

const heldSchema = z.object({ token: z.string() });

/**
 * The token of the link, removed from the address bar before any request, so that no header and no browser history
 * contains it. The tab's history entry keeps it in its state, for reloads.
 */
function useTokenOfLink(): string {
  const [parameters, setParameters] = useSearchParams();
  const held = heldSchema.safeParse(useLocation().state).data?.token;
  const given = parameters.get('token');
  useEffect(() => {
    if (given !== null) setParameters({}, { replace: true, state: { token: given } });
  }, [given, setParameters]);
  return given ?? held ?? '';
}

/** The five views of a reset link: being verified, the form, done, unanswered, invalid. */
export default function ResetScreen() {
  const token = useTokenOfLink();
  const [attempt, setAttempt] = useState(0);
  const check = useTokenCheck(token, attempt);
  const [done, setDone] = useState(false);
  return (
    <EntryFrame corner={<BackToStart />}>
      {done ? (
        <ResetDone />
      ) : (
        <Checked
          token={token}
          check={check}
          onAgain={() => setAttempt(attempt + 1)}
          onDone={() => setDone(true)}
        />
      )}
    </EntryFrame>
  );
}

/** State of a reset token. */
type TokenCheck =
  | { readonly view: 'verifying' }
  | { readonly view: 'valid'; readonly email: string }
  | { readonly view: 'unanswered'; readonly failure: Failure }
  | { readonly view: 'invalid'; readonly why: string };

const NO_TOKEN = 'Invalid or missing reset token';

const INVALID = 'This password reset link is invalid or has expired.';

const UNVERIFIED = 'Failed to verify reset token';

const CHECK_TEXT = { wordless: 'Invalid or expired reset token', unanswered: UNVERIFIED };

/** Whether the server said what a token is worth. */
const isJudged = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.status !== 429;

async function verify(token: string): Promise<TokenCheck> {
  try {
    const { data } = await call(passwordsEndpoints.verifyResetToken, { body: { token } });
    return { view: 'valid', email: data.email };
  } catch (error) {
    if (isJudged(error)) {
      const { words } = failureOf(error, CHECK_TEXT);
      return { view: 'invalid', why: words === '' ? INVALID : words };
    }
    const failure = failureOf(error, { ...CHECK_TEXT, wordless: UNVERIFIED });
    return {
      view: 'unanswered',
      failure: failure.words === '' ? { ...failure, words: UNVERIFIED } : failure,
    };
  }
}

interface CheckAnswer {
  readonly token: string;
  readonly attempt: number;
  readonly check: TokenCheck;
}

/** Asks the server once per token and attempt whose password it resets; that doesn't consume the token. */
function useTokenCheck(token: string, attempt: number): TokenCheck {
  const [answer, setAnswer] = useState<CheckAnswer | null>(null);
  useEffect(() => {
    if (token === '') return;
    let current = true;
    void verify(token).then((check) => {
      if (current) setAnswer({ token, attempt, check });
    });
    return () => {
      current = false;
    };
  }, [token, attempt]);
  if (token === '') return { view: 'invalid', why: NO_TOKEN };
  const isOfThis = answer?.token === token && answer.attempt === attempt;
  return isOfThis ? answer.check : { view: 'verifying' };
}

const RESET_TEXT = {
  wordless: 'Failed to reset password',
  unanswered: 'An unexpected error occurred. Please try again.',
};

const HINT = `Must be at least ${PASSWORD_MIN_LENGTH} characters long`;

/** Takes the new password twice, for the account of `email`. */
function ResetForm({ token, email, onDone }: { token: string; email: string; onDone: () => void }) {
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [wrong, setWrong] = useState<ReturnType<typeof wrongWith>>(null);
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  const { sending, failure, waitMs, send } = useSending(async () => {
    await resetPassword(email, token, password);
    onDone();
  }, RESET_TEXT);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = wrongWith(password, repeated, token);
    setWrong(found);
    if (found === null) void send();
    else (found.field === 'repeated' ? second : first).current?.focus();
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
          ref={first}
          label="New Password"
          name="new-password"
          autoComplete="new-password"
          help={HINT}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          error={wrong?.field === 'password' ? wrong.message : undefined}
        />
        <PasswordField
          ref={second}
          label="Confirm New Password"
          name="confirm-password"
          autoComplete="new-password"
          value={repeated}
          onChange={({ target }) => setRepeated(target.value)}
          error={wrong?.field === 'repeated' ? wrong.message : undefined}
        />
        <SubmitButton busyLabel={sending ? 'Resetting password…' : undefined} waitMs={waitMs}>
          Reset Password
        </SubmitButton>
      </form>
    </>
  );
}

interface ResetErrors {
  readonly field: 'password' | 'repeated';
  readonly message: string;
}

/** The error of these two passwords for `token`, as shown on screen; null if they can be set. */
function wrongWith(password: string, repeated: string, token: string): ResetErrors | null {
  const { error } = passwordsEndpoints.resetPassword.body.safeParse({
    token,
    newPassword: password,
  });
  const [issue] = error?.issues ?? [];
  if (issue) return { field: 'password', message: issue.message };
  if (repeated === '') return { field: 'repeated', message: 'Please fill in all fields' };
  return repeated === password ? null : { field: 'repeated', message: 'Passwords do not match' };
}

const REDIRECT_MS = 3000;

/** Reports the reset, and redirects to the login. */
function ResetDone() {
  useRedirect(PATHS.login, REDIRECT_MS);
  return (
    <Done title="Password Reset Successful!" next={{ to: PATHS.login, words: 'Go to login' }}>
      All other sessions have ended. We’re taking you to the login: use your new password there.
    </Done>
  );
}

/** Takes the code beside the link in the mail, as the link may open another browser than this app. */
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

/** Shown while the server can't say what a link is worth. */
function Unanswered({
  failure: { words, waitUntil },
  onAgain,
}: {
  failure: Failure;
  onAgain: () => void;
}) {
  const waitMs = Math.max(0, waitUntil - useNow());
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onAgain();
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

/** Shown for a link that can't set a password: the reason, and two ways onward. */
const InvalidLink = ({ why }: { why: string }) => (
  <>
    <Heading>Set a new password</Heading>
    <Notice tone="error">{why}</Notice>
    <LinkButton to={PATHS.forgotPassword} variant="primary">
      Request New Link
    </LinkButton>
    <CodeFromMail />
  </>
);
