import { COUNTRY_NOTICES } from '@quantalgo/contracts';
import { COUNTRIES } from '../../../content/landing/risk';
import { Section } from './Section';

/** Where what the broker offers is forbidden or restricted. */
export const Countries = () => (
  <Section id="countries" title={COUNTRIES.title} lead={COUNTRIES.lead}>
    <dl className="grid gap-x-16 gap-y-6 md:grid-cols-2">
      {COUNTRY_NOTICES.map(({ country, notice, source }) => (
        <div key={country} className="border-t border-line pt-4 text-sm">
          <dt className="text-base font-semibold">{country}</dt>
          <dd className="mt-1 text-muted">
            {notice} <span className="text-faint">{source}.</span>
          </dd>
        </div>
      ))}
    </dl>
    <p className="mt-8 text-sm text-muted">{COUNTRIES.others}</p>
  </Section>
);
