import { watMoment, type AdminTicket, type Ticket } from '@quantalgo/contracts';
import { CATEGORY_WORDS } from '../../../content/support';
import { Card } from '../../../ui/Card';
import { DisputedSignal } from '../../../ui/DisputedSignal';
import { CaseHead } from '../parts/CaseHead';
import { AnswerForm } from './AnswerForm';
import { Conversation } from './Conversation';
import { PriorityChip } from './PriorityChip';

/** A ticket: whose it is, what was said, and what is to be answered. */
export const TicketCase = ({
  ticket,
  now,
  onChanged,
  onBack,
}: {
  ticket: AdminTicket;
  now: number;
  onChanged: (ticket: Ticket) => void;
  onBack: () => void;
}) => {
  const { id, subject, member, category, priority, createdAt, signal, messages, state } = ticket;
  return (
    <Card className="grid gap-4 p-4">
      <CaseHead title={subject} onBack={onBack}>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted tabular-nums">
          <PriorityChip priority={priority} />
          {CATEGORY_WORDS[category]} · {watMoment(Date.parse(createdAt), now)}
        </p>
        <p className="text-sm wrap-anywhere">
          {member ? (
            <>
              <bdi className="font-semibold">{member.fullName}</bdi>{' '}
              <bdi className="text-muted">{member.email}</bdi>
            </>
          ) : (
            'Deleted account'
          )}
        </p>
      </CaseHead>
      {signal && <DisputedSignal signal={signal} seenBy="Member" now={now} />}
      <Conversation messages={messages} member={member} now={now} />
      <AnswerForm key={id} id={id} closed={state === 'closed'} onChanged={onChanged} />
    </Card>
  );
};
