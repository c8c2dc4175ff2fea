import { splitDuration } from '@quantalgo/contracts/core/durations';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { DEFAULT_ROUND_MS } from '@quantalgo/contracts/countdown/rounds';
import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { BRAND } from '../../core/brand';
import { COUNTDOWN, HERO } from '../../content/hero';
import { buttonClass } from '../../ui/Button';
import { ExternalLinkButton } from '../../ui/Links';
import { Width } from './Frame';
import { formatTimeLeft } from './live/countdown';
import { liveAttribute, type LiveName } from './live/elements';
import type { LastRecord } from './live/recordText';
import { RecordPanel, SettledCard } from './Record';

const HeroText = () => (
  <div className="lg:pt-24">
    <h1 className="text-[min(2.125rem,8.6vw)] leading-[1.15] tracking-[-0.035em] lg:text-[min(3.25rem,4.1vw)]">
      {HERO.title.map((line) => (
        <span key={line} className="block">
          {line}{' '}
        </span>
      ))}
    </h1>
    <p className="mt-3 max-w-xl text-base text-pretty text-muted lg:mt-7 lg:text-lg">{HERO.lead}</p>
    <div {...liveAttribute('action')} className="mt-5 lg:mt-8">
      <a
        href={PATHS.signUp}
        className={buttonClass('primary', 'medium', 'w-full sm:w-auto lg:px-7')}
      >
        {HERO.action}
      </a>
    </div>
    <p className="mt-3 text-xs text-balance text-muted max-sm:text-center">
      {`${HERO.terms} ${HERO.risk}`}
    </p>
  </div>
);

export const Hero = ({ record: last }: { record: LastRecord | null }) => (
  <section id="home" aria-label="Home" className="scroll-mt-16">
    <Width className="grid grid-cols-1 gap-5 pt-4 pb-4 lg:grid-cols-[1.15fr_1fr] lg:gap-x-16 lg:pt-8 lg:pb-8">
      <HeroText />
      <div className="grid grid-cols-1 content-start gap-3 lg:gap-5">
        <RecordPanel last={last} />
        <SettledCard signal={last?.record.latest ?? null} />
      </div>
    </Width>
  </section>
);

export const Banner = () => (
  <aside aria-label={COUNTDOWN.label} className="sticky top-0 z-30 border-b border-line bg-raised">
    <Width className="min-h-11">
      <Countdown
        label={<span className="text-sm font-semibold">{COUNTDOWN.label}</span>}
        frame="flex min-h-11 flex-wrap items-center justify-between gap-x-4"
        className="text-base tracking-wide"
      />
    </Width>
  </aside>
);

const START = splitDuration(DEFAULT_ROUND_MS);

const Digits = ({ name, value }: { name: LiveName; value: string }) => (
  <span {...liveAttribute(name)}>{value}</span>
);

/**
 * Label and digits appear together with the first number, so that nothing jumps. Screen readers get
 * a text that changes once a minute and isn't announced.
 */
const Countdown = ({
  label,
  frame,
  className,
}: {
  label: ReactNode;
  frame: string;
  className: string;
}) => (
  <span
    role="timer"
    aria-live="off"
    {...liveAttribute('countdown')}
    data-state="waiting"
    className={`transition-opacity data-[state=waiting]:opacity-0 [@media(scripting:none)]:opacity-100! ${frame}`}
  >
    {label}
    <span
      translate="no"
      aria-hidden="true"
      className={`inline-block font-semibold whitespace-nowrap text-amber tabular-nums ${className}`}
    >
      <Digits name="hours" value={START.hours} />:<Digits name="minutes" value={START.minutes} />:
      <Digits name="seconds" value={START.seconds} />
    </span>
    <span className="sr-only" {...liveAttribute('time-left')} translate="no">
      {formatTimeLeft(DEFAULT_ROUND_MS)}
    </span>
  </span>
);

/** Shown by the page's script while no other action is visible. */
export const StickyAction = () => (
  <div
    {...liveAttribute('sticky')}
    inert
    className="invisible fixed inset-x-0 bottom-0 z-20 translate-y-full border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] transition-[translate,visibility] duration-200 not-inert:visible not-inert:translate-y-0"
  >
    <Width className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <Countdown
        label={<span>{COUNTDOWN.label}</span>}
        frame="grid text-xs text-muted lg:flex lg:items-baseline lg:gap-3 lg:text-sm"
        className="text-sm lg:text-base"
      />
      <a href={PATHS.signUp} className={buttonClass('primary', 'medium')}>
        {HERO.action}
      </a>
    </Width>
  </div>
);

export const Urgent = () => (
  <section
    aria-label={COUNTDOWN.label}
    className="mt-10 border-t border-line bg-raised py-8 lg:mt-20 lg:py-16"
  >
    <Width className="grid justify-items-center gap-3 text-center">
      <Countdown
        label={<span className="text-sm font-semibold lg:text-lg">{COUNTDOWN.label}</span>}
        frame="grid justify-items-center"
        className="text-[min(var(--text-2xl),11vw)] leading-tight tracking-wide lg:text-3xl"
      />
      <p className="max-w-xs text-sm text-muted sm:max-w-none">{COUNTDOWN.next}</p>
      <ExternalLinkButton href={BRAND.telegram.community} className="mt-1 max-sm:w-full">
        <Send size={18} aria-hidden />
        <span>Join the community</span>
      </ExternalLinkButton>
    </Width>
  </section>
);
