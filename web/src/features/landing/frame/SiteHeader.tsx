import { PATHS } from '@quantalgo/contracts';
import { ANCHORS, HERO } from '../../../content/hero';
import { buttonClass } from '../../../ui/Button';
import { Menu } from './Menu';
import { Width } from './Width';
import { Wordmark } from './Wordmark';

const LINK = 'flex min-h-11 items-center text-sm font-semibold';

const Anchors = () => (
  <nav aria-label="On this page" className="hidden lg:block">
    <ul className="flex gap-7">
      {ANCHORS.map(({ id, label }) => (
        <li key={id}>
          <a href={`${PATHS.landing}#${id}`} className={`${LINK} text-muted hover:text-text`}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

/** Brand, the sections of the landing page, and the two ways in. */
export const SiteHeader = () => (
  <header>
    <Width className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 lg:min-h-18">
      <Wordmark />
      <Anchors />
      <div className="flex items-center gap-1 lg:gap-6">
        <a href={PATHS.login} className={`${LINK} px-2`}>
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
