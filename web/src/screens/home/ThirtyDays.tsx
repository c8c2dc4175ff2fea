import type { User } from '@quantalgo/contracts/account/member';
import { countText, dateText, moneyText } from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { requiredSampleSize } from '@quantalgo/contracts/signals/figures';
import { STATED_PAYOUT } from '@quantalgo/contracts/signals/payout';
import type { ReactNode } from 'react';
import { useMember } from '../../data/auth/currentSession';
import { Card, Figures, Panel } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { DemonstrationTag } from '../../ui/DemonstrationTag';
import { ScreenHead } from '../../ui/Heading';
import { LinkButton, TextLink } from '../../ui/Links';
import { Skeleton } from '../../ui/Loading';
import { Curves } from '../bots/Curves';
import { figuresOf, tradesText } from '../bots/text';
import { useZone } from '../../core/zone';
import { type Days, PaperDaysResult, Progress, statusText, usePaperDays } from './PaperDays';

const TITLE = 'Thirty days on paper';

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Panel title={title}>
    <div className="grid max-w-prose gap-2 border-t border-line-soft p-4 text-sm text-pretty text-muted">
      {children}
    </div>
  </Panel>
);

/** How many trades there were, and how many it would take to tell. */
function Basis({ trades }: { trades: number }) {
  const needed = requiredSampleSize(STATED_PAYOUT);
  return (
    <Part title="Is that a lot?">
      <p>
        {`${tradesText(trades)} ${trades === 1 ? 'was' : 'were'} closed. To tell signals that break even at a payout of ${Math.round(100 * STATED_PAYOUT)} % from coin flips, about ${countText(needed)} are needed${trades < needed ? `: ${countText(needed - trades)} more than these.` : ', so these are enough for what is said above.'}`}
      </p>
      <p>
        The coin and opposite curves are real baselines: they played the same signals. If they end
        as high, the signals’ directions added nothing.
      </p>
    </Part>
  );
}

/** What can be done afterwards; the way without a deposit first. */
const Next = () => (
  <Part title="What next?">
    <p>
      You don’t have to do anything. These days don’t oblige you to deposit, and this page stays
      where it is.
    </p>
    <p>
      To continue, you need a funded broker account, and can lose all of it. Even then, start with
      the journal and the paper bot: they compare what you do with what the record says.
    </p>
    <div className="flex flex-wrap gap-3 pt-1">
      <LinkButton to={PATHS.verify}>Check the record</LinkButton>
      <LinkButton to={PATHS.accountSetup}>Set up my account</LinkButton>
    </div>
  </Part>
);

function ThirtyDaysView({ days }: { days: Days }) {
  const zone = useZone();
  const { configuration, ends, isOver, day, revealed, board } = days;
  return (
    <>
      <ScreenHead
        title={TITLE}
        marks={
          <>
            <Chip>On paper</Chip>
            <DemonstrationTag />
          </>
        }
      >
        {`${dateText(configuration.since, zone)} to ${dateText(ends, zone)}, from ${moneyText(configuration.balance / 100)}, with no real money.`}
      </ScreenHead>
      {isOver ? (
        <Part title="The result">
          <PaperDaysResult board={board} revealed={revealed} />
        </Part>
      ) : (
        <Progress day={day} ends={ends} configuration={configuration} />
      )}
      <Card as="div" className="overflow-hidden">
        <Figures figures={figuresOf(board.slice.figures, configuration.balance)} />
      </Card>
      {revealed.signals.length > 0 && <Curves board={board} payout={configuration.payout} />}
      {isOver && revealed.readAt !== null && <Basis trades={board.slice.figures.trades} />}
      {isOver && <Next />}
      <p role="status" className="text-xs text-pretty text-muted empty:hidden">
        {statusText(days)}
      </p>
      <p className="text-xs text-muted">
        Computed on this device from what the public ledger has revealed:{' '}
        <TextLink to={PATHS.verify}>verify the ledger</TextLink>.
      </p>
    </>
  );
}

function OpenDays({ member }: { member: User }) {
  const days = usePaperDays(member);
  return (
    <div className="grid gap-4 lg:gap-5.5">
      {days ? (
        <ThirtyDaysView days={days} />
      ) : (
        <>
          <ScreenHead title={TITLE} />
          <Skeleton className="h-96" />
        </>
      )}
    </div>
  );
}

/** The honest account of a member's first thirty days, at an address of its own. */
export default function ThirtyDays() {
  const member = useMember();
  return member && <OpenDays member={member} />;
}
