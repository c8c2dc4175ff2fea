import { PATHS } from '@quantalgo/contracts/core/paths';
import { Menu as MenuIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { BRAND } from '../../core/brand';
import { AGE, ANCHORS, HERO } from '../../content/hero';
import { BrandMark } from '../../ui/BrandMark';
import { buttonClass } from '../../ui/Button';
import { liveAttribute } from './live/elements';

const RISK_DISCLOSURE =
  'Trading digital options and forex is risky. Most retail traders lose money, and you can lose everything you put in. Signals are information, not advice.';

/** Anchor of the list of countries on the risk page. */
export const COUNTRIES_ID = 'where-you-live';

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
          className={buttonClass('primary', 'small', 'max-lg:hidden lg:min-h-11')}
        >
          {HERO.action}
        </a>
        <Menu />
      </div>
    </Width>
  </header>
);

/**
 * Lists the sections if they don't fit in a row. Works without scripts. The size is fixed, because
 * browsers show a default summary until this one is parsed.
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
  { path: PATHS.terms, label: 'Terms' },
  { path: PATHS.privacy, label: 'Privacy' },
  { path: PATHS.risk, label: 'Risk' },
  { path: PATHS.contacts, label: 'Official contacts' },
  { path: PATHS.verify, label: 'Verify the record' },
  { path: `${PATHS.risk}#${COUNTRIES_ID}`, label: 'Where you live' },
] as const;

const FOOTER_LINK =
  'inline-flex min-h-11 items-center text-muted underline-offset-4 hover:text-text hover:underline';

export const SiteFooter = ({ className = '' }: { className?: string }) => (
  <footer className={`border-t border-line bg-sunk ${className}`}>
    <Width className="py-6 text-sm lg:py-8">
      <nav aria-label="Pages">
        <ul className="flex flex-wrap gap-x-6">
          {PAGES.map(({ path, label }) => (
            <li key={path}>
              <a href={path} className={FOOTER_LINK}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p className="mt-2 max-w-3xl text-muted">{RISK_DISCLOSURE}</p>
      <p className="mt-2 text-muted">{AGE}</p>
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
  aside,
  children,
}: {
  id: string;
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) => (
  <section id={id} aria-labelledby={`${id}-title`} className="pt-10 lg:pt-20">
    <Width>
      <div className="max-w-2xl">
        <h2
          id={`${id}-title`}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 justify-between text-xl tracking-[-0.025em] lg:justify-start lg:text-2xl"
        >
          <span>{title}</span>
          {aside}
        </h2>
      </div>
      <div className="mt-4 lg:mt-7">{children}</div>
    </Width>
  </section>
);
