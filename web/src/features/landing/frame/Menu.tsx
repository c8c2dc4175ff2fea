import { PATHS } from '@quantalgo/contracts';
import { Menu as MenuIcon } from 'lucide-react';
import { ANCHORS } from '../../../content/hero';
import { live } from '../live/names';

/** The sections of the page where there is no room for them in a row. Opens without script. */
export const Menu = () => (
  <details {...live('menu')} className="relative -mr-2.5 lg:hidden">
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
