import { Hourglass, type LucideIcon, ShieldCheck, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { BRAND } from '../core/brand';
import { showProblemCode } from '../core/problem';
import { BrandMark } from './BrandMark';

export const EntryFrame = ({
  corner,
  below,
  children,
}: {
  corner: ReactNode;
  below?: ReactNode;
  children: ReactNode;
}) => (
  <div className="grid min-h-dvh lg:grid-cols-2">
    <div className="mx-auto flex w-full max-w-lg flex-col px-4 py-3 lg:px-14 lg:py-6">
      <header>
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
          <span className="flex items-center gap-2.5 font-semibold tracking-tight">
            <BrandMark />
            <span>{BRAND.name}</span>
          </span>
          {corner}
        </div>
        {below}
      </header>
      <main className="grid flex-1 content-start gap-6 pt-8 pb-8 lg:content-center lg:pt-4">
        {children}
      </main>
      <button
        type="button"
        onClick={() => showProblemCode('asked')}
        className="min-h-11 self-start text-sm font-semibold text-muted hover:text-text"
      >
        Report a problem
      </button>
    </div>
    <Pledge />
  </div>
);

const PledgePoint = ({
  icon: Icon,
  title,
  text,
}: {
  icon: LucideIcon;
  title: string;
  text: string;
}) => (
  <li className="flex gap-4 border-t border-line py-4">
    <Icon size={20} aria-hidden className="mt-0.5 shrink-0 text-muted" />
    <p className="text-sm text-muted">
      <span className="block text-base font-semibold text-text">{title}</span>
      <span>{text}</span>
    </p>
  </li>
);

const Pledge = () => (
  <aside className="hidden flex-col justify-between gap-12 border-l border-line-soft bg-sunk p-14 lg:flex xl:p-20">
    <p className="max-w-lg text-2xl font-semibold tracking-tight text-balance">
      {BRAND.description}
    </p>
    <ul className="max-w-md">
      <PledgePoint
        icon={ShieldCheck}
        title="Sealed"
        text="Each call is locked in before its entry and revealed afterwards."
      />
      <PledgePoint
        icon={Hourglass}
        title="Within reach"
        text="Five minutes to enter, with the worst price that still makes sense."
      />
      <PledgePoint
        icon={WifiOff}
        title="Yours, offline"
        text="Everything you’ve received opens without a connection."
      />
    </ul>
  </aside>
);
