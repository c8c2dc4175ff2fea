import { isLocked } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { useSearchParams } from 'react-router-dom';
import { CHANNELS } from '../../content/contacts';
import { ACCESS_PATHS } from '../../content/onboarding';
import { DELIVERY_SUFFIX, type DeliveryScope } from '../../content/submission';
import { OFFICIAL_NOTE, SUPPORT_FAQ } from '../../content/support';
import { type TicketView, useTickets } from '../../data/tickets/tickets';
import { useOnline } from '../../data/core/useOnline';
import { useDeliveryScope } from '../../data/outbox/outbox';
import { useMember } from '../../data/auth/currentSession';
import { Panel, SideBySide } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { DemonstrationTag } from '../../ui/DemonstrationTag';
import { CopyField } from '../../ui/CopyField';
import { ExternalLink, TextLink } from '../../ui/Links';
import { Faq } from '../../ui/Lists';
import { Notice } from '../../ui/Notice';
import { ScreenHead } from '../../ui/Heading';
import { TicketForm, type TicketValues, useTicketForm } from './TicketForm';
import { TicketList } from './Tickets';

function MemberSupport({ member }: { member: User }) {
  const [query] = useSearchParams();
  const tickets = useTickets(member.id);
  const form = useTicketForm(member.id, query.get('signal'));
  const edit = (values: TicketValues) => {
    form.set(values);
    window.scrollTo(0, 0);
  };
  return (
    <SideBySide
      side={
        <>
          <AccountSummary member={member} />
          <Contacts />
        </>
      }
    >
      <SavedNotice ticket={tickets?.find(({ id }) => id === form.savedId)} />
      <Panel title="New ticket">
        <TicketForm form={form} />
      </Panel>
      <TicketList uid={member.id} tickets={tickets} onEdit={form.isChanged ? undefined : edit} />
      <Panel title="Frequently asked questions">
        <Faq questions={SUPPORT_FAQ} />
      </Panel>
    </SideBySide>
  );
}

export default function Support() {
  const member = useMember();
  if (!member) return null;
  return (
    <div className="grid gap-4 lg:gap-5.5">
      <ScreenHead title="Support Desk">
        Write to us here, even offline. We’ll reply on this page and by email.
      </ScreenHead>
      <MemberSupport key={member.id} member={member} />
    </div>
  );
}

/** Says “received” only once the server has confirmed the ticket. */
function describeDelivery(ticket: TicketView, online: boolean, scope: DeliveryScope): string {
  const { state } = ticket.delivery;
  if (state === 'sent') return 'Ticket received. We’ll reply here and email you.';
  if (scope === 'page')
    return 'Waiting to be sent. This browser can’t save it, so keep this page open.';
  return online
    ? 'Saved on this device. Sending it now…'
    : `Saved on this device. We’ll send it when you’re back online${DELIVERY_SUFFIX[scope]}`;
}

function SavedNotice({ ticket }: { ticket: TicketView | undefined }) {
  const online = useOnline();
  const scope = useDeliveryScope();
  if (!ticket || ticket.delivery.state === 'refused') return null;
  return <Notice>{describeDelivery(ticket, online, scope)}</Notice>;
}

const ROW_CLASS = 'flex min-h-11 flex-wrap items-center justify-between gap-x-4 px-4 py-2';

const AccountSummary = ({ member }: { member: User }) => {
  const { id, email, accessPath } = member;
  const isActive = !isLocked(member);
  return (
    <Panel title="Your account">
      <dl className="divide-y divide-line-soft border-t border-line-soft text-sm">
        <div className={ROW_CLASS}>
          <dt className="text-muted">Email</dt>
          <dd translate="no" className="wrap-anywhere">
            {email}
          </dd>
        </div>
        <div className={ROW_CLASS}>
          <dt className="text-muted">Status</dt>
          <dd>
            <Chip tone={isActive ? 'good' : 'warning'}>{isActive ? 'Active' : 'Pending'}</Chip>
          </dd>
        </div>
        <div className={ROW_CLASS}>
          <dt className="text-muted">Access path</dt>
          <dd>
            {accessPath === null ? (
              <TextLink to={PATHS.accountSetup}>Choose in account setup</TextLink>
            ) : (
              ACCESS_PATHS[accessPath].name
            )}
          </dd>
        </div>
      </dl>
      <div className="border-t border-line-soft p-4">
        <CopyField label="User ID" value={id} />
      </div>
    </Panel>
  );
};

const Contacts = () => (
  <Panel title="Official contacts" aside={<DemonstrationTag />}>
    <ul className="divide-y divide-line-soft border-t border-line-soft">
      {CHANNELS.map(({ name, handle, purpose, url }) => (
        <li key={url} className="grid gap-0.5 px-4 py-3 text-sm">
          <span className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="font-semibold">{name}</span>
            <ExternalLink
              href={url}
              className="flex min-h-11 items-center font-semibold underline decoration-line underline-offset-4 lg:min-h-6"
            >
              {handle}
            </ExternalLink>
          </span>
          <span className="text-muted">{purpose}</span>
        </li>
      ))}
    </ul>
    <p className="border-t border-line-soft bg-sunk px-4 py-3 text-xs text-muted">
      <span>{OFFICIAL_NOTE}</span>{' '}
      <a
        href={PATHS.contacts}
        className="font-semibold text-text underline decoration-line underline-offset-4"
      >
        Check a handle
      </a>
    </p>
  </Panel>
);
