import { BRAND } from '@quantalgo/contracts';
import { CopyField } from '../../../ui/CopyField';
import { ExternalLinkButton } from '../../../ui/Links';
import { NumberedStep } from '../../../ui/Lists';

const { broker } = BRAND;

/** Step 1: the account with the broker, opened so that it can be matched to the member. */
export const BrokerStep = () => (
  <NumberedStep number={1} title={`Open a ${broker.name} account`}>
    <p className="text-sm text-muted">
      With our link and the promo code. You have one already? Go on with step 2.
    </p>
    <CopyField label="Promo code" value={broker.promoCode} />
    <ExternalLinkButton href={broker.signUp}>Open broker account</ExternalLinkButton>
    <p className="text-xs text-muted">
      {broker.name} pays us when you sign up through this link. You could lose what you deposit.
    </p>
  </NumberedStep>
);
