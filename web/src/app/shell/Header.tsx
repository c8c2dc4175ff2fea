import { BRAND, isLocked, type User } from '@quantalgo/contracts';
import { Send } from 'lucide-react';
import { Chip } from '../../ui/Chip';
import { ExternalLinkButton } from '../../ui/LinkButton';
import { Brand } from './Brand';
import { FreshnessPill } from './FreshnessPill';
import { badgeOf } from './words';

function Welcome({ member }: { member: User }) {
  const badge = badgeOf(member);
  return (
    <div className="flex min-w-0 items-center gap-3 lg:order-1">
      <p className="truncate text-base font-semibold tracking-tight">Welcome back, {member.name}</p>
      <Chip tone={badge === 'Active' ? 'good' : 'warning'}>{badge}</Chip>
    </div>
  );
}

/**
 * Welcome, badge, freshness and the way to the community. One row on wide screens; on phones the brand and the
 * freshness stay at the top while the welcome scrolls away.
 */
export const Header = ({ member }: { member: User }) => (
  <header className="contents border-b border-line-soft bg-ink lg:sticky lg:top-[3px] lg:z-20 lg:flex lg:h-16 lg:items-center lg:gap-3 lg:shell-gutter">
    <div className="sticky top-[3px] z-20 flex min-h-14 flex-wrap items-center justify-between gap-x-3 bg-ink px-4 lg:static lg:order-2 lg:ml-auto lg:h-auto lg:bg-transparent lg:p-0">
      <Brand className="lg:hidden" />
      <FreshnessPill locked={isLocked(member)} />
    </div>
    <div className="flex items-center justify-between gap-3 px-4 pb-2 lg:contents">
      <Welcome member={member} />
      <ExternalLinkButton
        href={BRAND.telegram.community}
        size="small"
        className="shrink-0 max-sm:size-11 max-sm:px-0! lg:order-3"
      >
        <Send size={18} aria-hidden className="sm:hidden" />
        <span className="max-sm:sr-only">Join Telegram</span>
      </ExternalLinkButton>
    </div>
  </header>
);
