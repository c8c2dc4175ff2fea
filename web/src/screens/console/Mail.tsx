import type { FailedEmail } from '@quantalgo/contracts/console/console';
import { adminMonitoringEndpoints } from '@quantalgo/contracts/console/endpoints';
import { capitalize, formatMoment } from '@quantalgo/contracts/core/format';
import { WAT } from '@quantalgo/contracts/core/time';
import { useState } from 'react';
import { useNow } from '../../data/core/clock';
import { useOnline } from '../../data/core/useOnline';
import { toFailureText } from '../../data/core/errors';
import { useMutation } from '../../data/core/useMutation';
import { retryMail, useFailedEmails } from '../../data/console/console';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { Notice } from '../../ui/Notice';
import { ScreenHead } from '../../ui/Heading';
import { Age, QueryList, QueryNotice } from './QueryList';

export default function Mail() {
  const emails = useFailedEmails();
  const online = useOnline();
  const now = useNow(60_000);
  const [notice, setNotice] = useState<string | null>(null);
  const { pending, failure, send } = useMutation(async ({ id, template, to }: FailedEmail) => {
    setNotice(null);
    await retryMail(id);
    emails.update((items) => items.filter((item) => item.id !== id));
    setNotice(`${formatTemplate(template)} to ${to} will be sent again within five minutes.`);
  }, toFailureText(adminMonitoringEndpoints.retryFailedEmail));
  return (
    <div className="grid gap-4">
      <ScreenHead title="Failed emails" aside={<Age query={emails} />}>
        Emails that failed after many tries. If the code or link was erased or has expired, the
        email can’t be resent. The recipient has to request a new one.
      </ScreenHead>
      <QueryNotice query={emails} />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      {notice !== null && <Notice>{notice}</Notice>}
      <Card className="overflow-hidden">
        <QueryList query={emails} label="Failed emails" none="No emails have failed.">
          {(mail) => (
            <EmailRow
              key={mail.id}
              mail={mail}
              now={now}
              disabled={!online || pending}
              onRetry={() => void send(mail)}
            />
          )}
        </QueryList>
      </Card>
    </div>
  );
}

const EmailRow = ({
  mail: { template, to, attempts, problem, createdAt, canRetry },
  now,
  disabled,
  onRetry,
}: {
  mail: FailedEmail;
  now: number;
  disabled: boolean;
  onRetry: () => void;
}) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
    <div className="min-w-0 flex-1 basis-64">
      <p className="text-sm font-semibold">{formatTemplate(template)}</p>
      <p className="text-sm wrap-anywhere text-muted">
        to <bdi>{to}</bdi>
      </p>
      <p className="text-xs wrap-anywhere text-muted tabular-nums">
        {`${formatMoment(Date.parse(createdAt), now, WAT)} · tried ${attempts} times${problem !== null ? ` · ${problem}` : ''}`}
      </p>
    </div>
    {canRetry ? (
      <Button
        size="small"
        disabled={disabled}
        aria-label={`Try again: ${formatTemplate(template)} to ${to}`}
        onClick={onRetry}
      >
        Try again
      </Button>
    ) : (
      <Chip tone="faint">Can’t be resent</Chip>
    )}
  </li>
);

/** Turns `passwordReset` into `Password reset`. */
const formatTemplate = (template: string): string =>
  capitalize(template.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`));
