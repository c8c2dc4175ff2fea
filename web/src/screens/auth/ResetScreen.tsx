import { passwordsEndpoints } from '@quantalgo/contracts/auth/passwordEndpoints';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { useNow } from '../../data/core/clock';
import { call } from '../../data/auth/call';
import { isRejected } from '../../data/core/errors';
import { resetPassword } from '../../data/auth/passwordReset';
import { useForm } from '../../data/core/useForm';
import { type Failure, toFailure } from '../../data/core/useMutation';
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

async function verifyToken(token: string): Promise<TokenCheck> {
  try {
    const { data } = await call(passwordsEndpoints.verifyResetToken, { body: { token } });
    return { view: 'valid', email: data.email };
  } catch (error) {
    if (isRejected(error)) {
      const { text } = toFailure(error, CHECK_TEXT);
      return { view: 'invalid', reason: text === '' ? INVALID_LINK : text };
    }
    const failure = toFailure(error, { ...CHECK_TEXT, fallback: CHECK_FAILED });
    return {
      view: 'unanswered',
      failure: failure.text === '' ? { ...failure, text: CHECK_FAILED } : failure,
    };
  }
}

interface CheckResponse {
  readonly token: string;
  readonly attempt: number;
  readonly check: TokenCheck;
}

/** A check doesn't consume the token. */
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

const passwordsSchema = z
  .object({
    newPassword: passwordsEndpoints.resetPassword.body.shape.newPassword,
    repeated: z.string().check(z.minLength(1, 'Please fill in all fields')),
  })
  .check(
    z.refine(({ newPassword, repeated }) => repeated === '' || newPassword === repeated, {
      error: 'Passwords do not match',
      path: ['repeated'],
      when: () => true,
    }),
  );

function ResetForm({ token, email, onDone }: { token: string; email: string; onDone: () => void }) {
  const form = useForm(passwordsSchema, {
    initial: { newPassword: '', repeated: '' },
    onSubmit: async ({ newPassword }) => {
      await resetPassword(email, token, newPassword);
      onDone();
    },
    failure: RESET_TEXT,
  });
  return (
    <>
      <div className="grid gap-2">
        <Heading>Set a new password</Heading>
        <p className="text-muted">
          For <span className="font-semibold wrap-anywhere text-text">{email}</span>
        </p>
      </div>
      <form {...form.props} className="grid gap-5">
        {form.failure !== null && <Notice tone="error">{form.failure}</Notice>}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          {...form.field('newPassword')}
          label="New Password"
          autoComplete="new-password"
          help={PASSWORD_HINT}
        />
        <PasswordField
          {...form.field('repeated')}
          label="Confirm New Password"
          autoComplete="new-password"
        />
        <SubmitButton
          busyLabel={form.pending ? 'Resetting password…' : undefined}
          waitMs={form.waitMs}
        >
          Reset password
        </SubmitButton>
      </form>
    </>
  );
}

const REDIRECT_DELAY_MS = 3000;

function ResetDone() {
  useRedirect(PATHS.login, REDIRECT_DELAY_MS);
  return (
    <Done title="Password Reset Successful!" next={{ to: PATHS.login, words: 'Go to login' }}>
      All other sessions have ended. We’re taking you to the login page. Use your new password
      there.
    </Done>
  );
}

const codeSchema = z.object({
  token: z.string().check(z.trim(), z.minLength(1, 'Reset token is missing')),
});

/** The email's link may open in another browser; its code works in this one. */
function CodeFromEmail() {
  const [, setParameters] = useSearchParams();
  const form = useForm(codeSchema, {
    initial: { token: '' },
    onSubmit: ({ token }) => setParameters({ token }, { replace: true }),
  });
  return (
    <form {...form.props} className="grid gap-5">
      <TextField
        {...form.field('token')}
        label="Code from the email"
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <Button type="submit">Use this code</Button>
    </form>
  );
}

function Unanswered({
  failure: { text, retryAt },
  onRetry,
}: {
  failure: Failure;
  onRetry: () => void;
}) {
  const waitMs = Math.max(0, retryAt - useNow());
  return (
    <>
      <Heading>Set a new password</Heading>
      {(waitMs > 0 || retryAt === 0) && <Notice tone="error">{text}</Notice>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onRetry();
        }}
        className="grid gap-5"
      >
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
    <CodeFromEmail />
  </>
);
