import { watMoment, type AdminTicket } from '@quantalgo/contracts';

/** What was written in a ticket: the member's words at the left, support's at the right. */
export const Conversation = ({
  messages,
  member,
  now,
}: Pick<AdminTicket, 'messages' | 'member'> & { now: number }) => (
  <ol className="grid gap-3" aria-label="Messages">
    {messages.map(({ id, from, text, at }) => (
      <li key={id} className={from === 'staff' ? 'pl-6 lg:pl-16' : 'pr-6 lg:pr-16'}>
        <div
          className={`rounded-lg border px-4 py-3 ${from === 'staff' ? 'border-line-soft bg-sunk' : 'border-line bg-line-soft'}`}
        >
          <p className="flex flex-wrap items-center justify-between gap-x-3 text-xs text-muted">
            <span className="font-semibold">
              {from === 'staff' ? 'Support' : <bdi>{member?.fullName ?? 'Deleted account'}</bdi>}
            </span>
            <span className="tabular-nums">{watMoment(Date.parse(at), now)}</span>
          </p>
          <p className="mt-1 text-sm wrap-anywhere whitespace-pre-wrap">{text}</p>
        </div>
      </li>
    ))}
  </ol>
);
