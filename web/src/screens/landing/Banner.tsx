import { BRAND, COUNTDOWN_MS, hoursMinutesSeconds, PATHS } from '@quantalgo/contracts';
import { COUNTDOWN, HERO } from '../../content/hero';
import { buttonClass } from '../../ui/Button';
import { ExternalLinkButton } from '../../ui/Links';
import { Width } from './Frame';
import { live, type LiveName } from './live/elements';

/** Stays at the top: how long this round of free access lasts. */
export const Banner = () => (
  <aside aria-label={COUNTDOWN.label} className="sticky top-0 z-30 border-b border-line bg-raised">
    <Width className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
      <p className="text-sm font-semibold">{COUNTDOWN.label}</p>
      <Countdown className="text-base tracking-wide" />
    </Width>
  </aside>
);

const START = hoursMinutesSeconds(COUNTDOWN_MS);

const Digits = ({ name, value }: { name: LiveName; value: string }) => (
  <span {...live(name)}>{value}</span>
);

/**
 * What is left of the round. The digits show once the first answer is there, so that they never jump; who can't see
 * them reads the time left in words, which change once a minute and are announced by nobody.
 */
const Countdown = ({ className }: { className: string }) => (
  <span role="timer" aria-live="off" {...live('countdown')} data-state="waiting" className="group">
    <span
      aria-hidden="true"
      className={`inline-block font-semibold whitespace-nowrap text-amber tabular-nums transition-opacity group-data-[state=waiting]:opacity-0 [@media(scripting:none)]:opacity-100! ${className}`}
    >
      <Digits name="hours" value={START.hours} /> : <Digits name="minutes" value={START.minutes} />{' '}
      : <Digits name="seconds" value={START.seconds} />
    </span>
    <span className="sr-only" {...live('time-left')}>
      8 hours
    </span>
  </span>
);

/** The action at the bottom of the screen, while no other one is in sight. The page's script shows it. */
export const StickyAction = () => (
  <div
    {...live('sticky')}
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

/** The countdown once more, large, with what happens when it ends. */
export const Urgent = () => (
  <section aria-labelledby="urgent-title" className="border-t border-line bg-raised py-14 lg:py-24">
    <Width className="grid justify-items-center gap-5 text-center">
      <h2 id="urgent-title" className="text-lg">
        {COUNTDOWN.label}
      </h2>
      <Countdown className="text-[min(var(--text-2xl),11vw)] tracking-wide lg:text-3xl" />
      <p className="max-w-md text-sm text-muted">{COUNTDOWN.next}</p>
      <div {...live('action')} className="mt-2 flex flex-wrap justify-center gap-3 max-sm:w-full">
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
      <p className="text-xs text-muted">
        {HERO.terms} {HERO.risk}
      </p>
    </Width>
  </section>
);
