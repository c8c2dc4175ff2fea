import { PATHS } from '@quantalgo/contracts/core/paths';
import { LEVEL_COUNT_FIRST, LOSS_TEXT } from '@quantalgo/contracts/signals/words';
import { Menu as MenuIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { BRAND } from '../../core/brand';
import { ANCHORS, HERO } from '../../content/hero';
import { BrandMark } from '../../ui/BrandMark';
import { buttonClass } from '../../ui/Button';
import { ExternalLink } from '../../ui/Links';
import { liveAttribute } from './live/elements';

const RISK_DISCLOSURE = [
  'Trading digital options and forex is risky. Most retail traders lose money. You can lose all that you put in.',
  'Past results promise nothing. Signals are information, not advice: we don’t know your means and don’t manage your money.',
  `A martingale multiplies losses. ${LEVEL_COUNT_FIRST} lost levels cost ${LOSS_TEXT} times the first stake.`,
] as const;

export const COUNTRIES = {
  title: 'Where you live matters',
  lead: 'What the broker offers is forbidden or restricted for retail customers in some countries. If you live in one of these, don’t sign up with the broker:',
  others: 'Elsewhere: ask your own regulator whether digital options may be offered to you.',
} as const;

const HEADER_LINK = 'flex min-h-11 items-center text-sm font-semibold';

const Anchors = () => (
  <nav aria-label="On this page" className="hidden lg:block">
    <ul className="flex gap-7">
      {ANCHORS.map(({ id, label }) => (
        <li key={id}>
          <a
            href={`${PATHS.landing}#${id}`}
            className={`${HEADER_LINK} text-muted hover:text-text`}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

export const SiteHeader = () => (
  <header>
    <Width className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 lg:min-h-18">
      <Wordmark />
      <Anchors />
      <div className="flex items-center gap-1 lg:gap-6">
        <a href={PATHS.login} className={`${HEADER_LINK} px-2`}>
          Log in
        </a>
        <a
          href={PATHS.signUp}
          className={buttonClass('primary', 'small', 'max-lg:hidden lg:min-h-10')}
        >
          {HERO.action}
        </a>
        <Menu />
      </div>
    </Width>
  </header>
);

/**
 * The sections, if they don't fit in a row. Works without scripts. The size is fixed, because browsers
 * show their own summary until this one is parsed.
 */
const Menu = () => (
  <details
    {...liveAttribute('menu')}
    className="relative -mr-2.5 size-11 not-has-[summary]:invisible lg:hidden"
  >
    <summary
      aria-label="Sections of this page"
      className="grid size-11 place-content-center rounded-lg marker:content-none"
    >
      <MenuIcon size={22} aria-hidden />
    </summary>
    <nav
      aria-label="On this page"
      className="absolute top-full right-0 z-20 w-48 rounded-lg border border-line bg-raised py-2 shadow-float"
    >
      <ul>
        {ANCHORS.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`${PATHS.landing}#${id}`}
              className="flex min-h-11 items-center px-4 text-sm font-semibold hover:bg-sunk"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  </details>
);

const PAGES = [
  { path: PATHS.verify, label: 'Verify the record' },
  { path: PATHS.risk, label: 'Risk' },
  { path: PATHS.terms, label: 'Terms' },
  { path: PATHS.privacy, label: 'Privacy' },
  { path: PATHS.contacts, label: 'Official contacts' },
] as const;

const FOOTER_LINK =
  'inline-flex min-h-11 items-center font-semibold text-muted underline-offset-4 hover:text-text hover:underline';

export const SiteFooter = ({ className = '' }: { className?: string }) => (
  <footer className={`border-t border-line bg-sunk ${className}`}>
    <Width className="grid gap-8 py-10 lg:grid-cols-[1fr_2fr] lg:gap-16 lg:py-14">
      <div>
        <Wordmark />
        <nav aria-label="Pages" className="mt-3">
          <ul className="grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] gap-x-6 text-sm lg:grid-cols-1">
            {PAGES.map(({ path, label }) => (
              <li key={path}>
                <a href={path} className={FOOTER_LINK}>
                  {label}
                </a>
              </li>
            ))}
            <li>
              <ExternalLink href={BRAND.telegram.community} className={FOOTER_LINK}>
                Community on Telegram
              </ExternalLink>
            </li>
          </ul>
        </nav>
      </div>
      <div className="grid content-start gap-3 text-sm text-muted">
        {RISK_DISCLOSURE.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </Width>
  </footer>
);

const Wordmark = () => (
  <a
    href={PATHS.landing}
    className="flex min-h-11 items-center gap-2.5 text-lg font-semibold tracking-tight"
  >
    <BrandMark size={24} />
    <span>{BRAND.name}</span>
  </a>
);

export const SkipLink = () => (
  <a
    href="#main"
    className="sr-only z-50 rounded-lg bg-action px-4 py-3 font-semibold text-on-action focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
  >
    Skip to content
  </a>
);

export const Width = ({
  className = '',
  children,
}: {
  className?: string;
  children: ReactNode;
}) => (
  <div className={`mx-auto w-full max-w-7xl px-4 md:px-8 lg:px-16 ${className}`}>{children}</div>
);

export const Section = ({
  id,
  title,
  lead,
  aside,
  className = '',
  children,
}: {
  id: string;
  title: string;
  lead?: string;
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}) => (
  <section
    id={id}
    aria-labelledby={`${id}-title`}
    className={`border-t border-line-soft py-10 lg:py-16 ${className}`}
  >
    <Width>
      <div className="max-w-2xl">
        <h2
          id={`${id}-title`}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 text-xl tracking-[-0.025em] lg:text-2xl"
        >
          <span>{title}</span>
          {aside}
        </h2>
        {lead !== undefined && (
          <p className="mt-3 text-base text-pretty text-muted lg:text-lg">{lead}</p>
        )}
      </div>
      <div className="mt-6 lg:mt-8">{children}</div>
    </Width>
  </section>
);
