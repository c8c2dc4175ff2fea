import { minutesSeconds } from '@quantalgo/contracts';
import { useState } from 'react';
import { call } from '../../../data/session/call';
import { useSending } from '../../../data/session/useSending';
import { useNow } from '../../../data/core/clock';
import { Button } from '../../../ui/Button';
import { CopyField } from '../../../ui/CopyField';
import { Notice } from '../../../ui/Notice';
import { PageHeading } from '../../../ui/Heading';

const WORDS = {
  wordless: 'Failed to make a transfer code',
  unanswered: 'Network error. Please check your connection and try again.',
};

/** Shows a code that opens this member's session elsewhere, once, while it is valid. */
export function ShowCode() {
  const [given, setGiven] = useState<{ code: string; expiresAt: number } | null>(null);
  const now = useNow();
  const { sending, failure, waitMs, send } = useSending(async () => {
    const { data } = await call('transferCode', {});
    setGiven({ code: data.code, expiresAt: Date.parse(data.expiresAt) });
  }, WORDS);
  const left = given === null ? 0 : given.expiresAt - now;
  const label = given === null ? 'Show a code' : 'Show another code';
  return (
    <>
      <div className="grid gap-2">
        <PageHeading className="text-xl!">Continue in the app</PageHeading>
        <p className="text-muted">
          An app that was just installed knows nothing of this browser. Open it, choose{' '}
          <span className="font-semibold text-text">Use a transfer code</span>, and type this code.
        </p>
      </div>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      {given !== null && left > 0 && (
        <div className="grid gap-2">
          <CopyField label="Transfer code" value={given.code} />
          <p className="text-sm text-muted tabular-nums">
            Valid for {minutesSeconds(left)}, and once. Show it to nobody.
          </p>
        </div>
      )}
      {given !== null && left <= 0 && <Notice>That code has expired.</Notice>}
      <Button
        look={left > 0 ? 'secondary' : 'primary'}
        className="tabular-nums"
        doing={sending ? 'Asking for a code…' : undefined}
        disabled={waitMs > 0}
        onClick={() => void send()}
      >
        {waitMs > 0 ? `Try again in ${minutesSeconds(waitMs)}` : label}
      </Button>
    </>
  );
}
