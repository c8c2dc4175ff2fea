import type { AuditEntry } from '@quantalgo/contracts/console/console';
import { adminMonitoringEndpoints } from '@quantalgo/contracts/console/endpoints';
import { formatMoment } from '@quantalgo/contracts/core/format';
import { WAT } from '@quantalgo/contracts/core/time';
import * as z from 'zod/mini';
import { useNow } from '../../data/core/clock';
import { saveFile } from '../../data/core/saveFile';
import { useOnline } from '../../data/core/useOnline';
import { toFailureText } from '../../data/core/errors';
import { useForm } from '../../data/core/useForm';
import { useMutation } from '../../data/core/useMutation';
import { type AuditFilter, exportAudit, useAudit } from '../../data/console/console';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { TextField } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { ScreenHead } from '../../ui/Heading';
import { Age, BelowList, QueryList, QueryNotice } from './QueryList';
import { useListAddress } from './listAddress';
import { formatAccess } from './MemberFacts';

/** A shorter page is the last one. */
const PAGE_SIZE = 50;

export default function Audit() {
  const { filter, after, narrow, goTo } = useAuditAddress();
  const entries = useAudit(filter, after);
  const online = useOnline();
  const now = useNow(60_000);
  const { pending, failure, send } = useMutation(
    async () => saveFile(await exportAudit(filter)),
    toFailureText(adminMonitoringEndpoints.exportAudit),
  );
  const rows = entries.data ?? [];
  const lastRow = rows.length === PAGE_SIZE ? rows.at(-1) : undefined;
  return (
    <div className="grid gap-4">
      <ScreenHead title="Audit" aside={<Age query={entries} />}>
        Every access change and other staff action: who did what to whom, when and why.
      </ScreenHead>
      <AuditFilters key={JSON.stringify(filter)} filter={filter} onNarrow={narrow} />
      <QueryNotice query={entries} />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <Card className="overflow-hidden">
        <QueryList query={entries} label="Audit" none="No matching entries.">
          {(entry) => <AuditRow key={entry.id} entry={entry} now={now} onNarrow={narrow} />}
        </QueryList>
      </Card>
      <BelowList query={entries}>
        <div className="flex flex-wrap gap-2">
          <Button size="small" disabled={after === null} onClick={() => goTo(null)}>
            Newest
          </Button>
          <Button size="small" disabled={!lastRow} onClick={() => lastRow && goTo(lastRow.id)}>
            Older
          </Button>
          <Button
            size="small"
            className="ml-auto"
            disabled={!online}
            busyLabel={pending ? 'Exporting…' : undefined}
            onClick={() => void send()}
          >
            Export as CSV
          </Button>
        </div>
      </BelowList>
    </div>
  );
}

const FILTER_HELP = 'Email address or user ID.';

const trimToNull = (text: string) => text.trim() || null;

const filterSchema = z.object({ by: z.string(), user: z.string() });

function AuditFilters({
  filter,
  onNarrow,
}: {
  filter: AuditFilter;
  onNarrow: (filter: AuditFilter) => void;
}) {
  const form = useForm(filterSchema, {
    initial: { by: filter.by ?? '', user: filter.userId ?? '' },
    onSubmit: ({ by, user }) => onNarrow({ by: trimToNull(by), userId: trimToNull(user) }),
  });
  const isUnfiltered = filter.by === null && filter.userId === null;
  return (
    <form
      {...form.props}
      role="search"
      className="grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-[1fr_1fr_auto]"
    >
      <TextField
        {...form.field('by')}
        label="Who did it"
        help={FILTER_HELP}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        {...form.field('user')}
        label="To whom"
        help={FILTER_HELP}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className="flex flex-wrap gap-2 xl:flex-nowrap xl:pt-7">
        <Button type="submit">Show</Button>
        <Button
          variant="quiet"
          disabled={isUnfiltered}
          onClick={() => onNarrow({ by: null, userId: null })}
        >
          Show all
        </Button>
      </div>
    </form>
  );
}

type Person = AuditEntry['by'];

const getPersonName = ({ id, email }: Person) => email ?? id;

function PersonButton({
  person,
  title,
  onChoose,
}: {
  person: Person;
  title: string;
  onChoose: () => void;
}) {
  return (
    <button
      type="button"
      title={title}
      onClick={onChoose}
      className="text-left wrap-anywhere underline decoration-line underline-offset-2 hover:decoration-current"
    >
      <bdi>{getPersonName(person)}</bdi>
      <span className="sr-only">{`: ${title}`}</span>
    </button>
  );
}

function AuditAction({ entry: { action, change } }: { entry: AuditEntry }) {
  if (!change) return <p className="text-sm font-semibold first-letter:uppercase">{action}</p>;
  return (
    <p className="text-sm">
      <span className="text-muted">{`${formatAccess(change.before)} →`}</span>{' '}
      <span className="font-semibold">{formatAccess(change.after)}</span>
    </p>
  );
}

const AuditRow = ({
  entry,
  now,
  onNarrow,
}: {
  entry: AuditEntry;
  now: number;
  onNarrow: (filter: { by?: string; userId?: string }) => void;
}) => {
  const { at, by, user, reason } = entry;
  return (
    <li
      data-row={entry.id}
      className="grid gap-x-4 gap-y-1 px-4 py-3 lg:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1fr)]"
    >
      <time translate="no" dateTime={at} className="text-xs text-muted tabular-nums lg:pt-0.5">
        {formatMoment(Date.parse(at), now, WAT)}
      </time>
      <div className="min-w-0">
        <AuditAction entry={entry} />
        <p className="text-xs wrap-anywhere text-muted">
          <bdi>{reason}</bdi>
        </p>
      </div>
      <p className="min-w-0 text-xs text-muted">
        <span>by</span>{' '}
        <PersonButton
          person={by}
          title="show actions by this user"
          onChoose={() => onNarrow({ by: by.id })}
        />
        {user !== null && user.id !== by.id && (
          <>
            {' '}
            <span>to</span>{' '}
            <PersonButton
              person={user}
              title="show actions on this user"
              onChoose={() => onNarrow({ userId: user.id })}
            />
          </>
        )}
      </p>
    </li>
  );
};

const personSchema = z.catch(
  z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(254))),
  null,
);

const afterSchema = z.catch(z.nullable(z.string().check(z.regex(/^\w{1,64}$/))), null);

const TYPED_FILTERS = ['by', 'user'];

function useAuditAddress() {
  const [address, writeAddress] = useListAddress(TYPED_FILTERS);
  const filter: AuditFilter = {
    by: personSchema.parse(address.get('by')),
    userId: personSchema.parse(address.get('user')),
  };
  const write = ({ by, userId }: AuditFilter, after: string | null) =>
    writeAddress({ by, user: userId, after });
  return {
    filter,
    after: afterSchema.parse(address.get('after')),
    narrow: (changes: Partial<AuditFilter>) => write({ ...filter, ...changes }, null),
    goTo: (after: string | null) => write(filter, after),
  };
}
