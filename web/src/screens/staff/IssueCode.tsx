import { type AdminCode, type AdminUser, endpoints, momentText, WAT } from '@quantalgo/contracts';
import { useState } from 'react';
import { serverNow } from '../../data/core/clock';
import { useOnline } from '../../data/core/useOnline';
import { useSending } from '../../data/session/useSending';
import { issueCode } from '../../data/staff/console';
import { searchUsers } from '../../data/staff/users';
import { Button } from '../../ui/Button';
import { Choices, Switch } from '../../ui/Choices';
import { CopyField } from '../../ui/CopyField';
import { TextField } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { TIER_NAMES, TierChip } from './MemberFacts';

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
      {momentText(Date.parse(issued.validUntil), serverNow(), WAT)}.
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

const WORDS = {
  wordless: 'Failed to fetch users',
  unanswered: 'Network error. Please check your connection and try again.',
};

const Choice = ({ user, onChoose }: { user: AdminUser; onChoose: () => void }) => (
  <li>
    <button
      type="button"
      onClick={onChoose}
      className="flex min-h-12 w-full items-center justify-between gap-3 rounded-md border border-line px-3 py-2 text-left hover:border-edge"
    >
      <span className="min-w-0">
        <span className="block truncate text-sm font-semibold">
          <bdi>{user.fullName}</bdi>
        </span>
        <span className="block truncate text-xs text-muted">
          <bdi>{user.email}</bdi> · {user.admissionCode}
        </span>
      </span>
      <TierChip tier={user.tier} />
    </button>
  </li>
);

/** Finds one member among everybody. */
export function MemberField({ onChoose }: { onChoose: (user: AdminUser) => void }) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly AdminUser[] | null>(null);
  const { sending, failure, send } = useSending(
    async (sought: string) => setFound(await searchUsers(sought)),
    WORDS,
  );
  const none = found?.length === 0 ? 'Nobody begins with that.' : undefined;
  return (
    <form
      role="search"
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') void send(text.trim());
      }}
    >
      <TextField
        label="Member"
        help="How the email address, full name or admission code begins."
        error={failure ?? none}
        maxLength={254}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setFound(null);
        }}
      />
      <Button type="submit" doing={sending ? 'Looking…' : undefined} disabled={text.trim() === ''}>
        Find the member
      </Button>
      {found && found.length > 0 && (
        <ul aria-label="Members found" className="grid gap-1.5">
          {found.map((user) => (
            <Choice key={user.id} user={user} onChoose={() => onChoose(user)} />
          ))}
        </ul>
      )}
    </form>
  );
}
