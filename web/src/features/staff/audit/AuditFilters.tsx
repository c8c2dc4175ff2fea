import { useState, type SubmitEvent } from 'react';
import type { AuditFilter } from '../../../data/staff/console';
import { Button } from '../../../ui/Button';
import { TextField } from '../../../ui/Field';

const HELP = 'An e-mail address or an id.';
const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** Who and whom the audit is narrowed down to. */
export function AuditFilters({
  filter,
  onNarrow,
}: {
  filter: AuditFilter;
  onNarrow: (filter: AuditFilter) => void;
}) {
  const [by, setBy] = useState(filter.by ?? '');
  const [user, setUser] = useState(filter.userId ?? '');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onNarrow({ by: orNull(by), userId: orNull(user) });
  };
  const everything = filter.by === null && filter.userId === null;
  return (
    <form
      onSubmit={submit}
      role="search"
      className="grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-[1fr_1fr_auto]"
    >
      <TextField
        label="Who did it"
        name="by"
        help={HELP}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={by}
        onChange={({ target }) => setBy(target.value)}
      />
      <TextField
        label="To whom"
        name="user"
        help={HELP}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={user}
        onChange={({ target }) => setUser(target.value)}
      />
      <div className="flex gap-2 xl:pt-7">
        <Button type="submit">Show</Button>
        <Button
          look="quiet"
          disabled={everything}
          onClick={() => onNarrow({ by: null, userId: null })}
        >
          Everything
        </Button>
      </div>
    </form>
  );
}
