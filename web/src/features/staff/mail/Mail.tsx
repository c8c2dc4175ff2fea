import type { FailedMail } from '@quantalgo/contracts';
import { useState } from 'react';
import { useSending } from '../../../data/session/useSending';
import { useNow } from '../../../data/core/clock';
import { failureWords } from '../../../data/staff/answers';
import { retryMail, useFailedMails } from '../../../data/staff/console';
import { useOnline } from '../../../data/core/useOnline';
import { Card } from '../../../ui/Card';
import { Notice } from '../../../ui/Notice';
import { ScreenHead } from '../../../ui/ScreenHead';
import { Age, AnswerNotice } from '../parts/Age';
import { AnswerList } from '../parts/AnswerList';
import { MailRow } from './MailRow';
import { templateWords } from './templateWords';

/** Mails that the server has given up. */
export function Mail() {
  const mails = useFailedMails();
  const online = useOnline();
  const now = useNow(60_000);
  const [done, setDone] = useState<string | null>(null);
  const { sending, failure, send } = useSending(async ({ id, template, to }: FailedMail) => {
    setDone(null);
    await retryMail(id);
    mails.amend((all) => all.filter((one) => one.id !== id));
    setDone(`${templateWords(template)} to ${to} is back in the outbox.`);
  }, failureWords('retryFailedMail'));
  return (
    <div className="grid gap-4">
      <ScreenHead title="Failed mail" aside={<Age answer={mails} />}>
        Mails that were given up after many tries. Those with a code or a link that is erased or has
        expired can’t be sent again: their reader asks for a new one.
      </ScreenHead>
      <AnswerNotice answer={mails} />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      {done !== null && <Notice>{done}</Notice>}
      <Card className="overflow-hidden">
        <AnswerList answer={mails} label="Failed mails" none="Every mail was delivered.">
          {(mail) => (
            <MailRow
              key={mail.id}
              mail={mail}
              now={now}
              disabled={!online || sending}
              onRetry={() => void send(mail)}
            />
          )}
        </AnswerList>
      </Card>
    </div>
  );
}
