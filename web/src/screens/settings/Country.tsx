import type { User } from '@quantalgo/contracts/account/member';
import { COUNTRY_NAMES } from '@quantalgo/contracts/auth/countries';
import { COUNTRY_NOTICES } from '@quantalgo/contracts/auth/countryNotices';
import { useState } from 'react';
import { changeSettings } from '../../data/settings/settings';
import { Notice } from '../../ui/Notice';
import { Select } from '../../ui/Select';
import { Section } from './Section';
import { SAVE_FAILED } from '../../ui/storageText';

export function Country({ member, country }: { member: User; country: string }) {
  const [failed, setFailed] = useState(false);
  const choose = (name: string) => {
    setFailed(false);
    changeSettings(member, { country: name }, { country }).catch(() => setFailed(true));
  };
  const countryNotice = COUNTRY_NOTICES.find((item) => item.country === country);
  return (
    <Section
      id="country"
      title="Country"
      about="Where you live. Phone numbers without a country code are assumed to be from this country. Changes apply at once."
    >
      <div className="sm:max-w-xl">
        <Select
          name="country"
          label="Country"
          autoComplete="country-name"
          value={country}
          onChange={({ target }) => choose(target.value)}
          options={COUNTRY_NAMES}
          {...(country === '' && { placeholder: 'Choose your country' })}
        />
      </div>
      <div aria-live="polite" className="empty:hidden">
        {countryNotice && (
          <Notice tone="warning">{`${countryNotice.country}: ${countryNotice.notice} (${countryNotice.source})`}</Notice>
        )}
      </div>
      {failed && <Notice tone="error">{SAVE_FAILED}</Notice>}
    </Section>
  );
}
