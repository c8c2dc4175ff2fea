import { BRAND, PATHS } from '@quantalgo/contracts';
import { RISK_DISCLOSURE } from '../../../content/landing/risk';
import { ExternalLink } from '../../../ui/Links';
import { Width } from './Width';
import { Wordmark } from './Wordmark';

const PAGES = [
  { path: PATHS.verify, label: 'Verify the record' },
  { path: PATHS.risk, label: 'Risk' },
  { path: PATHS.terms, label: 'Terms' },
  { path: PATHS.privacy, label: 'Privacy' },
  { path: PATHS.contacts, label: 'Official contacts' },
] as const;

const LINK =
  'inline-flex min-h-11 items-center font-semibold text-muted underline-offset-4 hover:text-text hover:underline';

/** The pages that a visitor should be able to find, the community, and the risk. */
export const SiteFooter = ({ className = '' }: { className?: string }) => (
  <footer className={`border-t border-line bg-sunk ${className}`}>
    <Width className="grid gap-8 py-10 lg:grid-cols-[1fr_2fr] lg:gap-16 lg:py-14">
      <div>
        <Wordmark />
        <nav aria-label="Pages" className="mt-3">
          <ul className="grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] gap-x-6 text-sm lg:grid-cols-1">
            {PAGES.map(({ path, label }) => (
              <li key={path}>
                <a href={path} className={LINK}>
                  {label}
                </a>
              </li>
            ))}
            <li>
              <ExternalLink href={BRAND.telegram.community} className={LINK}>
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
