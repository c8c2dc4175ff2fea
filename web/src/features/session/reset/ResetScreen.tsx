import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { BackToStart } from '../../../ui/Links';
import { EntryFrame } from '../../../ui/EntryFrame';
import { Spinner } from '../../../ui/Loading';
import { InvalidLink } from './InvalidLink';
import { ResetDone } from './ResetDone';
import { ResetForm } from './ResetForm';
import { useTokenCheck, type TokenCheck } from './useTokenCheck';

function Checked({
  token,
  check,
  onDone,
}: {
  token: string;
  check: TokenCheck;
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
    case 'invalid':
      return <InvalidLink key={token} why={check.why} />;
  }
}

/** The four views of a reset link: being verified, the form, done, invalid. */
export function ResetScreen() {
  const [parameters] = useSearchParams();
  const token = parameters.get('token') ?? '';
  const check = useTokenCheck(token);
  const [done, setDone] = useState(false);
  return (
    <EntryFrame corner={<BackToStart />}>
      {done ? <ResetDone /> : <Checked token={token} check={check} onDone={() => setDone(true)} />}
    </EntryFrame>
  );
}
