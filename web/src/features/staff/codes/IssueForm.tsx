import { endpoints, watMoment, type AdminCode, type AdminUser } from '@quantalgo/contracts';
import { useState } from 'react';
import { useSending } from '../../../data/session/useSending';
import { serverNow } from '../../../data/core/clock';
import { issueCode } from '../../../data/staff/console';
import { useOnline } from '../../../data/core/useOnline';
import { Button } from '../../../ui/Button';
import { Choices, Switch } from '../../../ui/Choices';
import { CopyField } from '../../../ui/CopyField';
import { Notice } from '../../../ui/Notice';
import { TIER_NAMES } from '../parts/TierChip';

const GRANTED = ['starter', 'essential'] as const;

interface Issued {
  readonly code: string;
  readonly issued: AdminCode;
  readonly mailed: boolean;
}

const Shown = ({ shown: { code, issued, mailed } }: { shown: Issued }) => (
  <div className="grid gap-3">
    <CopyField label="Dashboard code" value={code} />
    <Notice>
      Shown this once and never again. {mailed ? 'It was mailed to the member too. ' : ''}
      It sets {TIER_NAMES[issued.tier]} and is valid until{' '}
      {watMoment(Date.parse(issued.validUntil), serverNow())}.
    </Notice>
  </div>
);

/** Issues a code for a member, and shows it once. */
export function IssueForm({
  user,
  onIssued,
  onOther,
}: {
  user: AdminUser;
  onIssued: (issued: AdminCode) => void;
  onOther: () => void;
}) {
  const online = useOnline();
  const [tier, setTier] = useState<(typeof GRANTED)[number]>('starter');
  const [mail, setMail] = useState(true);
  const [shown, setShown] = useState<Issued | null>(null);
  const { sending, failure, send } = useSending(
    async () => {
      const made = await issueCode(user.id, tier, mail);
      setShown({ ...made, mailed: mail });
      onIssued(made.issued);
    },
    {
      wordless: endpoints.issueCode.failure,
      unanswered:
        'Network error. Please try again: a code that was issued without being shown is void then.',
    },
  );
  return (
    <div className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 text-sm wrap-anywhere">
          For <bdi className="font-semibold">{user.fullName}</bdi>, <bdi>{user.email}</bdi>
        </p>
        <Button look="quiet" size="small" onClick={onOther}>
          {shown ? 'Another member' : 'Change'}
        </Button>
      </div>
      {shown ? (
        <Shown shown={shown} />
      ) : (
        <>
          <Choices
            labelled
            label="Tier that it sets"
            options={GRANTED}
            value={tier}
            onChange={setTier}
            words={TIER_NAMES}
          />
          <Switch label="Mail it to the member" checked={mail} onChange={setMail} />
          {failure !== null && <Notice tone="error">{failure}</Notice>}
          <Button
            look="primary"
            disabled={!online}
            doing={sending ? 'Issuing…' : undefined}
            onClick={() => void send()}
          >
            Issue the code
          </Button>
        </>
      )}
    </div>
  );
}
