import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { BackToStart } from '../../../ui/BackToStart';
import { EntryFrame } from '../../../ui/EntryFrame';
import { Spinner } from '../../../ui/Spinner';
import { InvalidLink } from './InvalidLink';
import { ResetDone } from './ResetDone';
import { ResetForm } from './ResetForm';
import { useTokenCheck } from './useTokenCheck';

/** The four views of a reset link: being verified, the form, done, invalid. */
export function ResetScreen() {
  const [parameters] = useSearchParams();
  const token = parameters.get('token') ?? '';
  const check = useTokenCheck(token);
  const [done, setDone] = useState(false);

  if (done)
    return (
      <EntryFrame corner={<BackToStart />}>
        <ResetDone />
      </EntryFrame>
    );
  return (
    <EntryFrame corner={<BackToStart />}>
      {check.view === 'verifying' && (
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner size={20} />
          Verifying reset token...
        </p>
      )}
      {check.view === 'valid' && (
        <ResetForm token={token} email={check.email} onDone={() => setDone(true)} />
      )}
      {check.view === 'invalid' && <InvalidLink key={token} why={check.why} />}
    </EntryFrame>
  );
}
