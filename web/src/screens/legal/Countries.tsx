import { COUNTRY_NOTICES } from '@quantalgo/contracts/auth/countryNotices';
import { COUNTRIES_ID } from '../landing/Frame';

const COUNTRIES_TEXT = {
  title: 'Where you live matters',
  lead: 'What the broker offers is forbidden or restricted for retail customers in some countries. If you live in one of these, don’t sign up with the broker:',
  others: 'Elsewhere: ask your own regulator whether digital options may be offered to you.',
} as const;

export const Countries = () => (
  <section id={COUNTRIES_ID} className="mt-10 scroll-mt-8">
    <h2 className="text-lg">{COUNTRIES_TEXT.title}</h2>
    <p className="mt-3 text-muted">{COUNTRIES_TEXT.lead}</p>
    <div className="mt-3 border-t border-line-soft">
      {COUNTRY_NOTICES.map(({ country, notice, source }) => (
        <details key={country} className="border-b border-line-soft text-sm">
          <summary className="min-h-11 py-3 font-semibold">{country}</summary>
          <p className="pb-4 text-muted">
            <span>{notice}</span> <span className="text-faint">{`${source}.`}</span>
          </p>
        </details>
      ))}
    </div>
    <p className="mt-4 text-sm text-muted">{COUNTRIES_TEXT.others}</p>
  </section>
);
