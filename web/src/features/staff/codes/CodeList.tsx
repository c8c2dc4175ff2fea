import { endpoints, watMoment, type AdminCode } from '@quantalgo/contracts';
import { useNow } from '../../../data/core/clock';
import { useSending } from '../../../data/session/useSending';
import { voidCode } from '../../../data/staff/console';
import { useOnline } from '../../../data/core/useOnline';
import { Button } from '../../../ui/Button';
import { Chip, type ChipTone } from '../../../ui/Chip';
import { TierChip } from '../parts/TierChip';

const TONES: Record<AdminCode['state'], ChipTone> = {
  open: 'warning',
  used: 'good',
  void: 'faint',
  expired: 'faint',
  exhausted: 'bad',
};
const STATES: Record<AdminCode['state'], string> = {
  open: 'Open',
  used: 'Used',
  void: 'Void',
  expired: 'Expired',
  exhausted: 'Guessed too often',
};

const Owner = ({ code: { member, userId } }: { code: AdminCode }) => (
  <div className="min-w-0">
    <p className="truncate text-sm font-semibold">
      {member ? <bdi>{member.fullName}</bdi> : 'A member who is gone'}
    </p>
    <p className="truncate text-xs text-muted">
      <bdi>{member?.email ?? userId}</bdi>
    </p>
  </div>
);

function Item({ code, onVoid }: { code: AdminCode; onVoid: (code: AdminCode) => void }) {
  const now = useNow(60_000);
  const online = useOnline();
  const { sending, failure, send } = useSending(async () => onVoid(await voidCode(code.userId)), {
    wordless: endpoints.voidCode.failure,
    unanswered: 'Network error. Please check your connection and try again.',
  });
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
      <Owner code={code} />
      <div className="flex flex-wrap justify-end gap-1">
        <TierChip tier={code.tier} />
        <Chip tone={TONES[code.state]}>{STATES[code.state]}</Chip>
      </div>
      <div className="max-sm:col-span-2 sm:w-28 sm:text-right">
        {code.state === 'open' && (
          <Button
            size="small"
            look="danger"
            aria-label={`Void the code of ${code.member?.fullName ?? code.userId}`}
            disabled={!online}
            doing={sending ? 'Voiding…' : undefined}
            onClick={() => void send()}
          >
            Void
          </Button>
        )}
      </div>
      <p className="col-span-full text-xs text-muted">
        Issued {watMoment(Date.parse(code.issuedAt), now)}
        {code.state === 'open' && `, valid until ${watMoment(Date.parse(code.validUntil), now)}`}
        {failure !== null && (
          <span role="alert" className="block text-put">
            {failure}
          </span>
        )}
      </p>
    </li>
  );
}

/** The codes that were issued last, with what became of them. */
export const CodeList = ({
  codes,
  onVoid,
}: {
  codes: readonly AdminCode[];
  onVoid: (code: AdminCode) => void;
}) =>
  codes.length === 0 ? (
    <p className="p-6 text-center text-sm text-muted">No code was issued yet.</p>
  ) : (
    <ul className="divide-y divide-line-soft">
      {codes.map((code) => (
        <Item key={`${code.userId} ${code.issuedAt}`} code={code} onVoid={onVoid} />
      ))}
    </ul>
  );
