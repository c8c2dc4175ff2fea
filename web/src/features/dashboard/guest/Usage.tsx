import { PATHS, type User } from '@quantalgo/contracts';
import { TIER_WORDS } from '../../../content/tiers';
import { Card, Figures } from '../../../ui/Card';
import { TextLink } from '../../../ui/Links';

/** What a locked member has: the tier, and how many of its signals were used. None: nothing comes while locked. */
export function Usage({ member }: { member: User }) {
  const { name, allowed } = TIER_WORDS[member.tier];
  return (
    <Card as="div" className="overflow-hidden">
      <Figures
        figures={[
          { label: 'Your tier', value: name },
          { label: 'Signals used today', value: `0 / ${allowed}` },
        ]}
      />
      <p className="border-t border-line-soft px-4 py-3 text-sm">
        <TextLink to={PATHS.upgrade}>Upgrade for more signals</TextLink>
      </p>
    </Card>
  );
}
