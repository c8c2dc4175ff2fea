import { PATHS } from '@quantalgo/contracts';
import { useState, type SubmitEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../../ui/Button';
import { Heading } from '../../../ui/Heading';
import { LinkButton } from '../../../ui/Links';
import { Notice } from '../../../ui/Notice';
import { TextField } from '../../../ui/Field';

/** Takes the code that stands beside the link in the mail: the link may open a browser that is not this app. */
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

/** A link that sets no password: why, and the two ways onward. */
export const InvalidLink = ({ why }: { why: string }) => (
  <>
    <Heading>Set a new password</Heading>
    <Notice tone="error">{why}</Notice>
    <LinkButton to={PATHS.forgotPassword} look="primary">
      Request New Link
    </LinkButton>
    <CodeFromMail />
  </>
);
