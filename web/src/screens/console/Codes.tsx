import {
  getEffectiveTier,
  GRANTABLE_TIERS,
  type GrantableTier,
  TIER_NAMES,
} from '@quantalgo/contracts/access/access';
import type { AdminUser } from '@quantalgo/contracts/account/adminUser';
import type { AdminCode } from '@quantalgo/contracts/console/console';
import { adminCodesEndpoints } from '@quantalgo/contracts/console/endpoints';
import { formatRoughDuration } from '@quantalgo/contracts/core/durations';
import { formatMoment } from '@quantalgo/contracts/core/format';
import { WAT } from '@quantalgo/contracts/core/time';
import { DASHBOARD_CODE_TTL_MS } from '@quantalgo/contracts/core/validation';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { serverNow, useNow } from '../../data/core/clock';
import { useOnline } from '../../data/core/useOnline';
import { useForm } from '../../data/core/useForm';
import { useMutation } from '../../data/core/useMutation';
import { issueCode, useCodes, voidCode } from '../../data/console/console';
import { searchUsers, useUser } from '../../data/console/users';
import { Button } from '../../ui/Button';
import { Panel, SideBySide } from '../../ui/Card';
import { Chip, type ChipTone } from '../../ui/Chip';
import { Choices, Switch } from '../../ui/Choices';
import { CopyField } from '../../ui/CopyField';
import { TextField } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { ScreenHead } from '../../ui/Heading';
import { Age, BelowList, QueryNotice } from './QueryList';
import { TierChip } from './MemberFacts';

/** Replaces the member's previous code, because each member has at most one. */
const addCode =
  (code: AdminCode) =>
  (codes: readonly AdminCode[]): readonly AdminCode[] => [
    code,
    ...codes.filter(({ userId }) => userId !== code.userId),
  ];

const replaceCode =
  (code: AdminCode) =>
  (codes: readonly AdminCode[]): readonly AdminCode[] =>
    codes.map((entry) => (entry.userId === code.userId ? code : entry));

function IssueToUser({
  id,
  onIssued,
  onOther,
}: {
  id: string;
  onIssued: (issued: AdminCode) => void;
  onOther: () => void;
}) {
  const query = useUser(id);
  const user = query.data?.user;
  return (
    <>
      <QueryNotice query={query} />
      {!user && query.loading && <p className="text-sm text-muted">Loading member…</p>}
      {user && <IssueForm user={user} onIssued={onIssued} onOther={onOther} />}
    </>
  );
}

function Issue({ onIssued }: { onIssued: (issued: AdminCode) => void }) {
  const [address, setAddress] = useSearchParams();
  const id = address.get('user');
  const choose = (user: AdminUser | null) =>
    setAddress(user ? { user: user.id } : {}, { replace: true });
  if (id === null) return <MemberField onChoose={choose} />;
  return <IssueToUser key={id} id={id} onIssued={onIssued} onOther={() => choose(null)} />;
}

export default function Codes() {
  const query = useCodes();
  return (
    <div className="grid gap-4">
      <ScreenHead title="Dashboard codes">
        {`An eight-character code sets a member’s tier and is valid for ${formatRoughDuration(DASHBOARD_CODE_TTL_MS)}. A new code voids the previous one.`}
      </ScreenHead>
      <QueryNotice query={query} />
      <SideBySide
        side={
          <BelowList isBesideOnDesktop query={query}>
            <Panel title="Issue a code">
              <div className="grid gap-3 px-4 pb-4">
                <Issue onIssued={(code) => query.update(addCode(code))} />
              </div>
            </Panel>
          </BelowList>
        }
      >
        <Panel title="Recently issued" aside={<Age query={query} />}>
          {query.data ? (
            <CodeList codes={query.data} onVoid={(code) => query.update(replaceCode(code))} />
          ) : (
            query.loading && (
              <p role="status" className="p-6 text-center text-sm text-muted">
                Loading codes…
              </p>
            )
          )}
        </Panel>
      </SideBySide>
    </div>
  );
}

const STATE_TONES: Record<AdminCode['state'], ChipTone> = {
  open: 'warning',
  used: 'good',
  void: 'faint',
  expired: 'faint',
  exhausted: 'bad',
};

const STATE_LABELS: Record<AdminCode['state'], string> = {
  open: 'Open',
  used: 'Used',
  void: 'Void',
  expired: 'Expired',
  exhausted: 'Too many wrong guesses',
};

const Owner = ({ code: { member, userId } }: { code: AdminCode }) => (
  <div className="min-w-0">
    <p className="truncate text-sm font-semibold">
      {member ? <bdi>{member.fullName}</bdi> : 'Deleted member'}
    </p>
    <p className="truncate text-xs text-muted">
      <bdi>{member?.email ?? userId}</bdi>
    </p>
  </div>
);

function Item({ code, onVoid }: { code: AdminCode; onVoid: (code: AdminCode) => void }) {
  const now = useNow(60_000);
  const online = useOnline();
  const { pending, failure, send } = useMutation(async () => onVoid(await voidCode(code)), {
    fallback: adminCodesEndpoints.voidCode.failure,
  });
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
      <Owner code={code} />
      <div className="flex flex-wrap justify-end gap-1">
        <TierChip tier={code.tier} />
        <Chip tone={STATE_TONES[code.state]}>{STATE_LABELS[code.state]}</Chip>
      </div>
      <div className="max-sm:col-span-2 sm:w-28 sm:text-right">
        {code.state === 'open' && (
          <Button
            size="small"
            variant="danger"
            aria-label={`Void the code for ${code.member?.fullName ?? code.userId}`}
            disabled={!online}
            busyLabel={pending ? 'Voiding…' : undefined}
            onClick={() => void send()}
          >
            Void
          </Button>
        )}
      </div>
      <p className="col-span-full text-xs text-muted">
        <span>{`Issued ${formatMoment(Date.parse(code.issuedAt), now, WAT)}${code.state === 'open' ? `, valid until ${formatMoment(Date.parse(code.validUntil), now, WAT)}` : ''}`}</span>
        {failure !== null && (
          <span role="alert" className="block text-put">
            {failure}
          </span>
        )}
      </p>
    </li>
  );
}

const CodeList = ({
  codes,
  onVoid,
}: {
  codes: readonly AdminCode[];
  onVoid: (code: AdminCode) => void;
}) =>
  codes.length === 0 ? (
    <p className="p-6 text-center text-sm text-muted">No codes have been issued yet.</p>
  ) : (
    <ul className="divide-y divide-line-soft">
      {codes.map((code) => (
        <Item key={`${code.userId} ${code.issuedAt}`} code={code} onVoid={onVoid} />
      ))}
    </ul>
  );

interface IssuedCode {
  readonly code: string;
  readonly issued: AdminCode;
  readonly emailed: boolean;
}

const IssuedCodeNotice = ({ result: { code, issued, emailed } }: { result: IssuedCode }) => (
  <div className="grid gap-3">
    <CopyField label="Dashboard code" value={code} />
    <Notice>
      {`Shown only once. ${emailed ? 'It was also emailed to the member. ' : ''}It sets the tier to ${TIER_NAMES[issued.tier]} and is valid until ${formatMoment(Date.parse(issued.validUntil), serverNow(), WAT)}.`}
    </Notice>
  </div>
);

function IssueForm({
  user,
  onIssued,
  onOther,
}: {
  user: AdminUser;
  onIssued: (issued: AdminCode) => void;
  onOther: () => void;
}) {
  const online = useOnline();
  const [tier, setTier] = useState<GrantableTier>('starter');
  const [mail, setMail] = useState(true);
  const [result, setResult] = useState<IssuedCode | null>(null);
  const { pending, failure, send } = useMutation(
    async () => {
      const response = await issueCode(user.id, tier, mail);
      setResult({ ...response, emailed: mail });
      onIssued(response.issued);
    },
    {
      fallback: adminCodesEndpoints.issueCode.failure,
      unanswered:
        'Network error. Please try again. If a code was issued but not shown, the new one voids it.',
    },
  );
  return (
    <div className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 text-sm wrap-anywhere">
          For <bdi className="font-semibold">{user.fullName}</bdi>, <bdi>{user.email}</bdi>
        </p>
        <Button variant="quiet" size="small" onClick={onOther}>
          {result ? 'Another member' : 'Change'}
        </Button>
      </div>
      {result ? (
        <IssuedCodeNotice result={result} />
      ) : (
        <>
          <Choices
            label="Tier"
            options={GRANTABLE_TIERS}
            value={tier}
            onChange={setTier}
            labels={TIER_NAMES}
          />
          <Switch label="Email it to the member" checked={mail} onChange={setMail} />
          {failure !== null && <Notice tone="error">{failure}</Notice>}
          <Button
            variant="primary"
            disabled={!online}
            busyLabel={pending ? 'Issuing…' : undefined}
            onClick={() => void send()}
          >
            Issue the code
          </Button>
        </>
      )}
    </div>
  );
}

const SEARCH_ERRORS = { fallback: 'Failed to fetch users' };

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
          <bdi>{user.email}</bdi> <span>{`· ${user.admissionCode}`}</span>
        </span>
      </span>
      <TierChip tier={getEffectiveTier(user)} />
    </button>
  </li>
);

const searchSchema = z.object({ text: z.string().check(z.trim()) });

function MemberField({ onChoose }: { onChoose: (user: AdminUser) => void }) {
  const [matches, setMatches] = useState<readonly AdminUser[]>([]);
  const form = useForm(searchSchema, {
    initial: { text: '' },
    onSubmit: async ({ text }) => setMatches(await searchUsers(text)),
    failure: SEARCH_ERRORS,
  });
  const { values, failure, pending, done } = form;
  const emptyError = done && matches.length === 0 ? 'No members found.' : undefined;
  return (
    <form {...form.props} role="search" className="grid gap-3">
      <TextField
        {...form.field('text')}
        label="Member"
        help="The start of the email address, full name or admission code."
        error={failure ?? emptyError}
        maxLength={254}
      />
      <Button
        type="submit"
        busyLabel={pending ? 'Searching…' : undefined}
        disabled={values.text.trim() === ''}
      >
        Find the member
      </Button>
      {done && matches.length > 0 && (
        <ul aria-label="Members found" className="grid gap-1.5">
          {matches.map((user) => (
            <Choice key={user.id} user={user} onChoose={() => onChoose(user)} />
          ))}
        </ul>
      )}
    </form>
  );
}
