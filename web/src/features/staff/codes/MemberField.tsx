import type { AdminUser } from '@quantalgo/contracts';
import { useState } from 'react';
import { useSending } from '../../../data/session/useSending';
import { searchUsers } from '../../../data/staff/users';
import { Button } from '../../../ui/Button';
import { TextField } from '../../../ui/Field';
import { TierChip } from '../parts/TierChip';

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
