import { PATHS, TYPED_CODE_LENGTH } from '@quantalgo/contracts';
import { useState, type SubmitEvent } from 'react';
import { useSending } from '../../../data/session/useSending';
import { continueSession } from '../../../data/session/session';
import { CodeInput } from '../../../ui/CodeInput';
import { Notice } from '../../../ui/Notice';
import { PageHeading } from '../../../ui/Heading';
import { SubmitButton } from '../../../ui/SubmitButton';
import { TextLink } from '../../../ui/Links';

const WORDS = {
  wordless: 'Invalid or expired transfer code',
  unanswered: 'Network error. Please check your connection and try again.',
};
const ENTER = 'Please enter the transfer code';

/** Takes the code that another window shows, and continues its session here. */
export function EnterCode() {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const { sending, failure, waitMs, send } = useSending(continueSession, WORDS);
  const enter = (typed: string) => {
    setError(typed === '' ? ENTER : undefined);
    if (typed !== '') void send(typed);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    enter(code);
  };
  return (
    <>
      <div className="grid gap-2">
        <PageHeading className="text-xl!">Continue your session here</PageHeading>
        <p className="text-muted">
          Where you are logged in, open <span className="font-semibold text-text">More</span>, then{' '}
          <span className="font-semibold text-text">Continue in the app</span>, and type the code
          that it shows.
        </p>
      </div>
      <form noValidate onSubmit={submit} className="grid gap-5">
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <CodeInput
          label="Transfer code"
          length={TYPED_CODE_LENGTH}
          value={code}
          onChange={setCode}
          onComplete={enter}
          error={error}
        />
        <SubmitButton doing={sending ? 'Signing in…' : undefined} waitMs={waitMs}>
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
