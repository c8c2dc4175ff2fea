import { BRAND } from '../../core/brand';
import { CLAIMS_TEXT } from '../../content/claims';
import { Claims } from './Claims';
import { Section } from './Frame';
import type { LastRecord } from './live/recordText';

const ABOUT =
  'Signal groups show their winners. We write every signal to a public ledger before its outcome, and compute the record from that.';

export const About = ({ record }: { record: LastRecord | null }) => (
  <Section id="about" title="An instrument, not a casino">
    <div className="max-w-2xl">
      <p className="text-base text-pretty text-muted lg:text-lg">
        {`${ABOUT} ${BRAND.name} never trades for you.`}
      </p>
      <p className="mt-3 text-sm text-muted">{CLAIMS_TEXT.lead}</p>
      <Claims record={record} />
    </div>
  </Section>
);
