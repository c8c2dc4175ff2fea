import { splitDuration } from '@quantalgo/contracts/core/durations';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { DEFAULT_ROUND_MS } from '@quantalgo/contracts/countdown/endpoints';
import { LEVELS } from '@quantalgo/contracts/signals/ladder';
import type { Direction, Outcome } from '@quantalgo/contracts/signals/signal';
import { RotateCcw, ShieldCheck } from 'lucide-react';
import { BRAND } from '../../core/brand';
import { COUNTDOWN, HERO } from '../../content/hero';
import { buttonClass } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { ExternalLinkButton } from '../../ui/Links';
import { DirectionMark, OutcomeChip } from '../../ui/instruments/Marks';
import { Width } from './Frame';
import { liveAttribute, type LiveName } from './live/elements';

const HeroText = () => (
  <div className="lg:py-6">
    <h1 className="text-2xl tracking-[-0.035em] max-sm:max-w-88 lg:text-3xl">{HERO.title}</h1>
    <p className="mt-4 max-w-xl text-base text-muted lg:mt-7 lg:text-lg">
      <span>{HERO.lead}</span>
      <span className="max-lg:hidden">{HERO.leadMore}</span>
      <span>.</span>
    </p>
    <div className="mt-5 flex flex-wrap gap-3 lg:mt-8">
      <a
        href={PATHS.signUp}
        {...liveAttribute('action')}
        className={buttonClass('primary', 'medium', 'w-full sm:w-auto lg:px-7')}
      >
        {HERO.action}
      </a>
      <a href="#verify" className={buttonClass('secondary', 'medium', 'max-sm:hidden')}>
        <ShieldCheck size={16} aria-hidden />
        <span>{HERO.proof}</span>
      </a>
    </div>
    <p className="mt-3 text-xs text-balance text-muted max-sm:text-center">
      {`${HERO.terms} ${HERO.risk}`}
    </p>
  </div>
);

export const Hero = () => (
  <section id="home" aria-label="Home" className="scroll-mt-16">
    <Width className="grid grid-cols-1 gap-5 pt-5 pb-14 lg:grid-cols-[1.2fr_1fr] lg:gap-x-16 lg:gap-y-10 lg:pt-10 lg:pb-24">
      <HeroText />
      <RecordPanel className="lg:col-span-2 lg:row-start-2" />
      {/* The final height: a centred card would otherwise move while it is parsed. */}
      <SettledCard className="lg:min-h-71 lg:self-center" />
    </Width>
  </section>
);

const PLACEHOLDER = '–';

const Figure = ({
  label,
  name,
  basis,
  className,
}: {
  label: string;
  name: LiveName;
  basis: LiveName;
  className: string;
}) => (
  <div className={`border-line-soft px-4 py-2.5 lg:py-3 ${className}`}>
    <dt className="text-xs text-muted">{label}</dt>
    <dd>
      <span
        translate="no"
        className="block text-lg font-semibold tracking-tight tabular-nums lg:text-xl"
        {...liveAttribute(name)}
      >
        {PLACEHOLDER}
      </span>
      <span
        translate="no"
        className="block min-h-8 text-xs text-faint tabular-nums max-[23.5rem]:min-h-12"
        {...liveAttribute(basis)}
      />
    </dd>
  </div>
);

/** Filled in by the page's script. */
const RecordPanel = ({ className }: { className: string }) => (
  <Card {...liveAttribute('record')} aria-labelledby="record-title" className={className}>
    <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 border-b border-line-soft px-4">
      <h2 id="record-title" className="flex items-center gap-2.5 text-sm whitespace-nowrap">
        <ShieldCheck size={16} aria-hidden />
        The live record
      </h2>
      <span {...liveAttribute('demonstration')} hidden>
        <Chip tone="warning">Demonstration</Chip>
      </span>
    </header>
    <dl className="grid grid-cols-2 wrap-anywhere md:grid-cols-4">
      <Figure label="First entry" name="first-entry" basis="first-entry-basis" className="" />
      <Figure
        label={`Within ${LEVELS.length} levels`}
        name="within-four-levels"
        basis="within-four-levels-basis"
        className="border-l"
      />
      <Figure
        label="Sealed before outcome"
        name="sealed"
        basis="sealed-basis"
        className="max-md:border-t md:border-l"
      />
      <Figure
        label="Missed slots"
        name="missed"
        basis="missed-basis"
        className="border-l max-md:border-t"
      />
    </dl>
    <footer className="flex min-h-9 flex-wrap content-center items-center justify-between gap-x-3 rounded-b-lg border-t border-line-soft bg-sunk px-4 text-xs text-muted tabular-nums max-[23.5rem]:min-h-13">
      <p {...liveAttribute('record-note')} className="[@media(scripting:none)]:invisible">
        Reading the record …
      </p>
      <p translate="no" className="whitespace-nowrap">
        <span {...liveAttribute('log-root')} />{' '}
        <span {...liveAttribute('log-at')} className="max-sm:hidden" />
      </p>
    </footer>
    <p className="hidden border-t border-line-soft px-4 py-3 text-sm [@media(scripting:none)]:block">
      These figures are filled in by a script.
    </p>
  </Card>
);

const DIRECTIONS = ['CALL', 'PUT'] as const satisfies readonly Direction[];

const OUTCOMES = ['profit', 'loss', 'break-even'] as const satisfies readonly Outcome[];

const SignalHeader = () => (
  <header className="flex flex-wrap items-end justify-between gap-x-3 px-4 pt-3.5">
    <div>
      <p className="min-h-4 text-xs font-semibold tracking-wide text-muted uppercase">
        Settled <span {...liveAttribute('signal-at')} translate="no" />
      </p>
      <h2
        id="settled-title"
        className="flex min-h-8 flex-wrap items-center gap-x-3 text-xl tracking-tight"
      >
        <span {...liveAttribute('signal-pair')} translate="no">
          Latest signal
        </span>
        {DIRECTIONS.map((direction) => (
          <span key={direction} {...liveAttribute(`signal-${direction}`)} hidden className="flex">
            <DirectionMark direction={direction} />
          </span>
        ))}
      </h2>
    </div>
    <p translate="no" className="flex flex-wrap items-center gap-x-2.5 pb-1 text-xs text-faint">
      <span {...liveAttribute('signal-level')} className="whitespace-nowrap max-[23rem]:hidden" />
      {OUTCOMES.map((outcome) => (
        <span key={outcome} {...liveAttribute(`signal-${outcome}`)} hidden>
          <OutcomeChip outcome={outcome} />
        </span>
      ))}
    </p>
  </header>
);

/** Twice the bars' heights in px. */
const PLACEHOLDER_BARS = [40, 52, 34, 60, 44, 30, 48, 56, 38, 50, 62, 46, 36] as const;

const Chart = () => (
  <svg
    {...liveAttribute('chart')}
    aria-hidden="true"
    viewBox="0 0 494 176"
    preserveAspectRatio="xMinYMid slice"
    className="block h-44 w-full text-xs tabular-nums"
  >
    {PLACEHOLDER_BARS.map((height, index) => (
      <rect
        key={index}
        x={16 + index * 30}
        y={124 - 4 * index - height / 2}
        width="10"
        height={height / 2}
        className="fill-line"
      />
    ))}
  </svg>
);

/** Drawn by the page's script. */
const SettledCard = ({ className }: { className: string }) => (
  <Card {...liveAttribute('signal')} aria-labelledby="settled-title" className={className}>
    <SignalHeader />
    <p className="sr-only" {...liveAttribute('signal-words')} translate="no" />
    <Chart />
    <footer className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 rounded-b-lg border-t border-line-soft bg-sunk pr-1 pl-4 text-xs tabular-nums">
      <p className="flex items-center gap-1.5">
        <ShieldCheck size={14} aria-hidden className="shrink-0" />
        <span {...liveAttribute('signal-sealed')}>Sealed before its outcome</span>
        <span
          className="text-faint max-sm:hidden"
          {...liveAttribute('signal-number')}
          translate="no"
        />
      </p>
      <button
        type="button"
        {...liveAttribute('replay')}
        hidden
        className="flex min-h-11 items-center gap-1.5 rounded-md px-3 font-semibold text-muted hover:text-text"
      >
        <RotateCcw size={14} aria-hidden />
        Replay
      </button>
    </footer>
  </Card>
);

export const Banner = () => (
  <aside aria-label={COUNTDOWN.label} className="sticky top-0 z-30 border-b border-line bg-raised">
    <Width className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
      <p className="text-sm font-semibold">{COUNTDOWN.label}</p>
      <Countdown className="text-base tracking-wide" />
    </Width>
  </aside>
);

const START = splitDuration(DEFAULT_ROUND_MS);

const Digits = ({ name, value }: { name: LiveName; value: string }) => (
  <span {...liveAttribute(name)}>{value}</span>
);

/**
 * The digits appear with the server's first response, so that they never jump. Screen readers get
 * words that change once a minute and aren't announced.
 */
const Countdown = ({ className }: { className: string }) => (
  <span
    role="timer"
    aria-live="off"
    {...liveAttribute('countdown')}
    data-state="waiting"
    className="group"
  >
    <span
      translate="no"
      aria-hidden="true"
      className={`inline-block font-semibold whitespace-nowrap text-amber tabular-nums transition-opacity group-data-[state=waiting]:opacity-0 [@media(scripting:none)]:opacity-100! ${className}`}
    >
      <Digits name="hours" value={START.hours} /> : <Digits name="minutes" value={START.minutes} />{' '}
      : <Digits name="seconds" value={START.seconds} />
    </span>
    <span className="sr-only" {...liveAttribute('time-left')} translate="no">
      8 hours
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
      <p className="text-xs text-muted lg:text-sm">
        <span className="block lg:mr-3 lg:inline">{COUNTDOWN.label}</span>
        <Countdown className="text-sm lg:text-base" />
      </p>
      <a href={PATHS.signUp} className={buttonClass('primary', 'medium')}>
        {HERO.action}
      </a>
    </Width>
  </div>
);

export const Urgent = () => (
  <section aria-labelledby="urgent-title" className="border-t border-line bg-raised py-14 lg:py-24">
    <Width className="grid justify-items-center gap-5 text-center">
      <h2 id="urgent-title" className="text-lg">
        {COUNTDOWN.label}
      </h2>
      <Countdown className="text-[min(var(--text-2xl),11vw)] tracking-wide lg:text-3xl" />
      <p className="max-w-md text-sm text-muted">{COUNTDOWN.next}</p>
      <div
        {...liveAttribute('action')}
        className="mt-2 flex flex-wrap justify-center gap-3 max-sm:w-full"
      >
        <a
          href={PATHS.signUp}
          className={buttonClass('primary', 'medium', 'max-sm:w-full lg:px-7')}
        >
          {HERO.action}
        </a>
        <ExternalLinkButton href={BRAND.telegram.community} className="max-sm:w-full">
          Join the community
        </ExternalLinkButton>
      </div>
      <p className="text-xs text-muted">{`${HERO.terms} ${HERO.risk}`}</p>
    </Width>
  </section>
);
