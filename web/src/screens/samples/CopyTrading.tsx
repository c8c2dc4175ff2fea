import { Copy } from 'lucide-react';
import { useMember } from '../../data/session/currentSession';
import { Card, Figures, Panel, SideBySide } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { LockedScreen } from '../../ui/LockedScreen';
import { Ranking } from '../../ui/Ranking';
import { CallRow } from '../../ui/SampleCalls';
import { ScreenHead } from '../../ui/Heading';
import { Leaderboard } from './Leaderboard';
import { PublishPanel } from './PublishPanel';

/** Texts of the locked screen. */
const COPY_LOCKED = {
  description: 'Follow traders of the community, with a limit of your own on what one may risk.',
  features: ['You set the most that one trade may risk', 'Stop at any time', 'No fee from us'],
} as const;

/** Sample content: the figures behind the locked screen's blur. */
const SAMPLE_COPY_FIGURES = [
  { label: 'Copied trades', value: '128' },
  { label: 'Return, 30 days', value: '+18.4 %' },
  { label: 'Traders followed', value: '3' },
  { label: 'Win rate', value: '82 %' },
] as const;

/** Sample content: traders to follow. Win rates in percent. */
const SAMPLE_COPY_TRADERS = [
  { name: 'Chidi A.', status: 'online', profit: '+$4,210', trades: 214, winRate: 86 },
  { name: 'Amara K.', status: 'online', profit: '+$3,875', trades: 189, winRate: 84 },
  { name: 'Kofi M.', status: 'away', profit: '+$2,990', trades: 167, winRate: 81 },
  { name: 'Zanele D.', status: 'away', profit: '+$2,415', trades: 143, winRate: 80 },
  { name: 'Luis R.', status: 'online', profit: '+$1,960', trades: 120, winRate: 79 },
] as const;

/** Sample content: copied trades, newest first. */
const SAMPLE_COPIED_TRADES = [
  { trader: 'Chidi A.', pair: 'EUR/USD', direction: 'CALL', result: '+$42.50' },
  { trader: 'Amara K.', pair: 'XAU/USD', direction: 'PUT', result: '+$85.00' },
  { trader: 'Chidi A.', pair: 'GBP/USD', direction: 'PUT', result: '−$50.00' },
  { trader: 'Kofi M.', pair: 'USD/JPY', direction: 'CALL', result: '+$42.50' },
  { trader: 'Amara K.', pair: 'AUD/USD', direction: 'CALL', result: '+$85.00' },
  { trader: 'Zanele D.', pair: 'GBP/JPY', direction: 'PUT', result: '+$42.50' },
] as const;

const TITLE = 'Copy Trading';

/** Copying means taking a configuration into one's own paper bot. */
const OpenCopyTrading = ({ uid }: { uid: string }) => (
  <div className="grid gap-4 lg:gap-5.5">
    <ScreenHead title={TITLE} marks={<Chip>On paper</Chip>}>
      Copy a member’s configuration into a paper bot of your own. No money is moved, and nothing on
      your account at the broker is touched.
    </ScreenHead>
    <SideBySide side={<PublishPanel uid={uid} />}>
      <Leaderboard title="Configurations to copy" most={25} />
    </SideBySide>
  </div>
);

/** Copy trading: configurations to copy, on paper; a teaser with sample figures while locked. */
const CopyTrading = ({ open }: { open: boolean }) => {
  const member = useMember();
  return open && member ? (
    <OpenCopyTrading uid={member.id} />
  ) : (
    <LockedScreen title={TITLE} icon={Copy} {...COPY_LOCKED} preview={<CopyPreview />} />
  );
};

const CopiedTrades = () => (
  <Panel title="Copied trades">
    <ul>
      {SAMPLE_COPIED_TRADES.map(({ trader, pair, direction, result }) => (
        <CallRow key={pair} pair={pair} direction={direction} note={`from ${trader}`}>
          <span className="text-sm font-semibold">{result}</span>
        </CallRow>
      ))}
    </ul>
  </Panel>
);

/** A preview of copy trading, shown behind the lock alone. */
const CopyPreview = () => (
  <div className="grid gap-4">
    <Card as="div" className="overflow-hidden">
      <Figures figures={SAMPLE_COPY_FIGURES} />
    </Card>
    <Panel title="Traders to follow">
      <Ranking caption="Traders to follow" traders={SAMPLE_COPY_TRADERS} />
    </Panel>
    <CopiedTrades />
  </div>
);

export default CopyTrading;
