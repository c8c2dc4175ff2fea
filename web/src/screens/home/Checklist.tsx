import type { User } from '@quantalgo/contracts/account/member';
import { ACTIVATION_STEPS, countStepsDone } from '@quantalgo/contracts/submissions/activation';
import {
  Check,
  ChevronRight,
  CircleAlert,
  CloudUpload,
  Hourglass,
  MessageCircle,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { BRAND } from '../../core/brand';
import { summariseActivation } from '../../content/activation';
import { useDashboardCodeForm } from '../../data/account/dashboardCode';
import type { MemberActivation } from '../../data/submissions/activation';
import { Card } from '../../ui/Card';
import { DashboardCodeForm } from '../../ui/DashboardCodeForm';
import { PageHeading } from '../../ui/Heading';
import { ExternalLink } from '../../ui/Links';
import { Skeleton } from '../../ui/Loading';
import { CurrentStep } from './CurrentStep';

/** Steps from sign-up to an open dashboard. The current one is expanded. */
export function Checklist({
  member,
  activation,
}: {
  member: User;
  activation: MemberActivation | undefined;
}) {
  return (
    <Card aria-labelledby="activation" className="overflow-hidden">
      {activation ? (
        <>
          <Progress activation={activation} />
          <Steps member={member} activation={activation} />
          {countStepsDone(activation) === SUPPORT_FROM_STEP && <SupportRow />}
        </>
      ) : (
        <>
          <div className="p-4">
            <PageHeading>
              <span id="activation">Activate your account</span>
            </PageHeading>
            <Skeleton className="mt-2 h-7" />
          </div>
          <Skeleton className="m-4 h-96" />
        </>
      )}
      {/* Stays mounted, because it may hold a typed code. */}
      <div hidden={!activation}>
        <DashboardCode />
      </div>
    </Card>
  );
}

function Progress({ activation }: { activation: MemberActivation }) {
  const done = countStepsDone(activation);
  return (
    <header className="grid gap-1 px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <PageHeading>
          <span id="activation">Activate your account</span>
        </PageHeading>
        <p className="text-sm text-muted tabular-nums">
          <span>{`${done} of ${ACTIVATION_STEPS.length}`}</span>
          <span className="sr-only"> steps</span>
          <span> done</span>
        </p>
      </div>
      <p className="text-sm text-muted">{summariseActivation(activation)}</p>
      <div
        aria-hidden
        className="mt-2 h-1 overflow-hidden rounded-sm bg-line forced-color-adjust-none"
      >
        <div
          className="h-full origin-left bg-text transition-transform"
          style={{ transform: `scaleX(${done / ACTIVATION_STEPS.length})` }}
        />
      </div>
    </header>
  );
}

const MARK_CLASS = 'mt-0.5 grid size-6 shrink-0 place-content-center rounded-full border text-xs';

const STATE_MARKS = {
  sending: <CloudUpload size={14} aria-hidden />,
  check: <Hourglass size={14} aria-hidden />,
  rejected: <CircleAlert size={14} aria-hidden />,
} as const;

const MARK_STATE_CLASSES = {
  sending: 'border-amber text-amber',
  check: 'border-amber text-amber',
  rejected: 'border-put text-put',
} as const;

function CurrentMark({ activation, number }: { activation: MemberActivation; number: number }) {
  const { name } = activation;
  if (name === 'sending' || name === 'check' || name === 'rejected')
    return (
      <span aria-hidden className={`${MARK_CLASS} ${MARK_STATE_CLASSES[name]}`}>
        {STATE_MARKS[name]}
      </span>
    );
  return (
    <span aria-hidden className={`${MARK_CLASS} border-text font-semibold tabular-nums`}>
      {number}
    </span>
  );
}

const Step = ({
  mark,
  state,
  children,
}: {
  mark: ReactNode;
  state: 'done' | 'current' | 'later';
  children: ReactNode;
}) => (
  <li
    aria-current={state === 'current' ? 'step' : undefined}
    className={`flex gap-3.5 border-t border-line-soft px-4 ${state === 'done' ? 'py-1.5' : 'py-2.5'}`}
  >
    {mark}
    <div className="grid min-w-0 flex-1 grid-cols-1 gap-1 text-sm text-muted">{children}</div>
  </li>
);

const DoneStep = ({ title }: { title: string }) => (
  <Step
    state="done"
    mark={
      <span aria-hidden className={`${MARK_CLASS} border-transparent bg-call-bg text-call`}>
        <Check size={14} />
      </span>
    }
  >
    <p className="text-base font-semibold text-muted">
      <span>{title}</span>
      <span className="sr-only"> (done)</span>
    </p>
  </Step>
);

const LATER_TEXT = 'Send your trader ID and a screenshot. We’ll answer within 24 hours.';

const LaterStep = ({ title, number }: { title: string; number: number }) => (
  <Step
    state="later"
    mark={
      <span aria-hidden className={`${MARK_CLASS} border-line tabular-nums`}>
        {number}
      </span>
    }
  >
    <p className="text-base font-semibold text-text">{title}</p>
    <p>{LATER_TEXT}</p>
  </Step>
);

function Steps({ member, activation }: { member: User; activation: MemberActivation }) {
  const done = countStepsDone(activation);
  return (
    <ol>
      {ACTIVATION_STEPS.map((title, index) => {
        const number = index + 1;
        if (index < done) return <DoneStep key={title} title={title} />;
        if (index > done) return <LaterStep key={title} title={title} number={number} />;
        return (
          <Step
            key={title}
            state="current"
            mark={<CurrentMark activation={activation} number={number} />}
          >
            <CurrentStep member={member} activation={activation} title={title} />
          </Step>
        );
      })}
      {activation.name === 'approved' && (
        <li className="border-t border-line-soft px-4 py-3">
          <CurrentStep member={member} activation={activation} title="Approved" />
        </li>
      )}
    </ol>
  );
}

/** Once this many steps are done, members wait for our answer, so support is offered. */
const SUPPORT_FROM_STEP = ACTIVATION_STEPS.length - 1;

const SupportRow = () => (
  <ExternalLink
    href={BRAND.telegram.support}
    className="flex min-h-14 items-center gap-3.5 border-t border-line-soft px-4 py-2 hover:bg-sunk"
  >
    <MessageCircle size={20} aria-hidden className="mx-0.5 shrink-0 text-muted" />
    <span className="flex-1 text-sm font-semibold">
      Message support
      <span className="block font-normal text-muted">They’ll ask for your admission code</span>
    </span>
    <ChevronRight size={18} aria-hidden className="shrink-0 text-muted" />
  </ExternalLink>
);

export const DashboardCode = () => <DashboardCodeForm form={useDashboardCodeForm()} />;
