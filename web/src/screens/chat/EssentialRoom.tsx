import { formatCount, formatPercent } from '@quantalgo/contracts/core/format';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import { getHeadline } from '@quantalgo/contracts/record/headline';
import { COIN_WINS_TEXT, LEVEL_COUNT } from '@quantalgo/contracts/signals/words';
import { Check, Copy, Gem } from 'lucide-react';
import { BRAND } from '../../core/brand';
import { useNow } from '../../data/core/clock';
import { useOnlineCount } from '../../data/network/presence';
import { useChatRoom } from '../../data/chat/useChat';
import { useMember } from '../../data/auth/currentSession';
import { usePerformance, useSignalsSince } from '../../data/signals/useSignals';
import { Button } from '../../ui/Button';
import { Card, Figures, Panel, SideBySide } from '../../ui/Card';
import { Chip, SampleTag } from '../../ui/Chip';
import { CheckList } from '../../ui/Lists';
import { lazyComponent } from '../../ui/lazyComponent';
import { LockedScreen } from '../../ui/LockedScreen';
import { Ranking } from '../../ui/Ranking';
import { ScreenHead } from '../../ui/Heading';
import { useCopied } from '../../ui/useCopied';
import { DirectionMark } from '../../ui/instruments/DirectionMark';
import { Chat } from './Chat';
import { SampleChat } from './SampleChat';

/** Lazy, because it includes the code that plays and checks configurations. */
const Leaderboard = lazyComponent(
  async () => (await import('../leaderboard/Leaderboard')).Leaderboard,
  <Card as="div" aria-hidden className="h-96" />,
);

const ESSENTIAL_LOCKED = {
  description: 'A room for Essential members, with a chat and an online count.',
  features: [
    'Chat with the other Essential members',
    'A leaderboard of paper bots, calculated from every settled signal',
    'Sample cards with entry, targets and stop',
  ],
} as const;

interface EssentialSignal {
  readonly pair: string;
  readonly direction: 'BUY' | 'SELL';
  readonly entry: string;
  readonly tp1: string;
  readonly tp2: string;
  readonly sl: string;
  /** Percent. */
  readonly confidence: number;
}

const SAMPLE_ESSENTIAL_SIGNALS: readonly EssentialSignal[] = [
  {
    pair: 'EUR/USD',
    direction: 'BUY',
    entry: '1.0850',
    tp1: '1.0875',
    tp2: '1.0900',
    sl: '1.0825',
    confidence: 92,
  },
  {
    pair: 'GBP/USD',
    direction: 'SELL',
    entry: '1.2650',
    tp1: '1.2620',
    tp2: '1.2590',
    sl: '1.2680',
    confidence: 88,
  },
  {
    pair: 'XAU/USD',
    direction: 'BUY',
    entry: '2,650.00',
    tp1: '2,662.00',
    tp2: '2,675.00',
    sl: '2,638.00',
    confidence: 90,
  },
];

/** Win rates in percent. */
const SAMPLE_ESSENTIAL_LEADERS = [
  { name: 'Chidi A.', status: 'online', profit: '+$8,420', trades: 156, winRate: 91 },
  { name: 'Amara K.', status: 'online', profit: '+$7,130', trades: 142, winRate: 89 },
  { name: 'Grace W.', status: 'away', profit: '+$5,980', trades: 131, winRate: 87 },
  { name: 'Thandi N.', status: 'online', profit: '+$4,610', trades: 118, winRate: 85 },
] as const;

const ESSENTIAL_BENEFITS = [
  'High-accuracy signals 80%+ win rate',
  'Direct access to elite traders',
  'Priority support',
  'Advanced market analysis',
  'Live trading sessions access',
] as const;

const BENEFITS_NOTE =
  'The win rate is a marketing claim. See the record for how our signals actually did.';

/** As worded in the specification. */
const SAMPLE_ESSENTIAL_FIGURES = [
  { label: 'Members', value: '247' },
  { label: 'Signals today', value: '12' },
  { label: 'Average win rate', value: '84%' },
  { label: 'Messages', value: '1,847' },
] as const;

const TITLE = 'Essential Room';

const Badge = () => <Chip tone="warning">ESSENTIAL ONLY</Chip>;

/** Lower counts are hidden, because they would only make the room look empty. */
const MIN_SHOWN = { online: 5, members: 10, messages: 20 } as const;

function Online({ uid }: { uid: string }) {
  const online = useOnlineCount(uid) ?? 0;
  if (online < MIN_SHOWN.online) return null;
  return (
    <p className="flex items-center gap-2 text-sm text-muted tabular-nums">
      <span aria-hidden className="size-2 rounded-full bg-call" />
      <span>
        <span className="font-semibold text-text">{formatCount(online)}</span> online
      </span>
    </p>
  );
}

/**
 * Signals of the UTC day, and the win rate of the record on this device.
 */
function RoomFigures() {
  const chat = useChatRoom();
  const now = useNow(60_000);
  const signals = useSignalsSince(now - (now % DAY_MS));
  const record = usePerformance();
  const winRate = record ? getHeadline(record).winRate : null;
  const toVisibleFigure = (label: string, count: number | undefined, min: number) =>
    count !== undefined && count >= min ? [{ label, value: formatCount(count) }] : [];
  const figures = [
    ...toVisibleFigure('Members', chat?.figures.members, MIN_SHOWN.members),
    { label: 'Signals today', value: signals === undefined ? '–' : formatCount(signals) },
    {
      label: 'Average win rate',
      value: winRate ? formatPercent(winRate.value) : '–',
      note: `within ${LEVEL_COUNT} levels, not counting flat signals; a coin wins ${COIN_WINS_TEXT}`,
    },
    ...toVisibleFigure('Messages', chat?.figures.messages, MIN_SHOWN.messages),
  ];
  return (
    <Card as="div" className="overflow-hidden">
      <Figures figures={figures} />
    </Card>
  );
}

function OpenRoom() {
  const member = useMember();
  return (
    <div className="grid gap-4 lg:gap-5.5">
      <ScreenHead title={TITLE} marks={<Badge />} aside={member && <Online uid={member.id} />} />
      {member && (
        <>
          <RoomFigures />
          {/* The chat is as tall as the column beside it. */}
          <div className="grid gap-4 lg:grid-cols-2 lg:gap-5.5 xl:grid-cols-[minmax(0,1fr)_26rem]">
            <div className="relative min-w-0 lg:min-h-160">
              <Chat member={member} />
            </div>
            <div className="grid min-w-0 content-start gap-4 lg:gap-5.5">
              <Leaderboard title="VIP leaderboard" below={<Benefits />} />
            </div>
          </div>
          <Signals />
        </>
      )}
    </div>
  );
}

const EssentialRoom = ({ open }: { open: boolean }) =>
  open ? (
    <OpenRoom />
  ) : (
    <LockedScreen
      title={TITLE}
      marks={<Badge />}
      icon={Gem}
      needs="Unlock with an Essential account"
      {...ESSENTIAL_LOCKED}
      preview={<SampleRoom />}
    />
  );

const SampleSide = () => (
  <>
    <Panel title="VIP leaderboard" aside={<SampleTag />}>
      <Ranking caption="VIP leaderboard" traders={SAMPLE_ESSENTIAL_LEADERS} />
    </Panel>
    <Benefits />
  </>
);

const SampleRoom = () => (
  <div className="grid gap-4 lg:gap-5.5">
    <Card as="div" className="overflow-hidden">
      <Figures figures={SAMPLE_ESSENTIAL_FIGURES} />
    </Card>
    <SideBySide side={<SampleSide />} wide>
      <SampleChat />
    </SideBySide>
    <Signals />
  </div>
);

const Signals = () => (
  <ul aria-label="Signals" className="grid gap-4 md:grid-cols-2 lg:grid-cols-3 lg:gap-5.5">
    {SAMPLE_ESSENTIAL_SIGNALS.map((signal) => (
      <EssentialCard key={signal.pair} signal={signal} />
    ))}
  </ul>
);

const BINARY_DIRECTIONS = { BUY: 'CALL', SELL: 'PUT' } as const;

const Prices = ({ signal: { entry, tp1, tp2, sl } }: { signal: EssentialSignal }) => (
  <dl className="grid gap-px border-y border-line-soft bg-line-soft text-sm tabular-nums @3xs:grid-cols-2">
    {Object.entries({ Entry: entry, TP1: tp1, TP2: tp2, SL: sl }).map(([name, price]) => (
      <div key={name} className="flex justify-between gap-2 bg-raised px-4 py-2.5">
        <dt className="text-muted">{name}</dt>
        <dd translate="no" className="font-semibold">
          {price}
        </dd>
      </div>
    ))}
  </dl>
);

function EssentialCard({ signal }: { signal: EssentialSignal }) {
  const { pair, direction, confidence } = signal;
  const [copied, copy] = useCopied();
  return (
    <Card as="li" className="@container overflow-hidden border-dashed">
      <div className="flex flex-wrap items-start justify-between gap-3 p-4">
        <div>
          <h2 className="text-lg">{pair}</h2>
          <DirectionMark direction={BINARY_DIRECTIONS[direction]} word={direction} />
        </div>
        <div className="grid justify-items-end gap-1.5 text-right">
          <SampleTag />
          <p className="text-xs text-muted tabular-nums">
            <span className="text-sm font-semibold text-text">{`${confidence}%`}</span> confidence
          </p>
        </div>
      </div>
      <Prices signal={signal} />
      <div className="p-3">
        <Button
          size="small"
          aria-label={`Copy Signal ${pair}`}
          onClick={() => void copy(formatSignal(signal))}
          className="w-full"
        >
          {copied === 'copied' ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          <span>{copied === 'copied' ? 'Copied' : 'Copy Signal'}</span>
        </Button>
        <p role="status" className="text-center text-xs text-muted">
          {copied === 'copied' && (
            <span className="sr-only">{`${pair} copied, marked as a sample`}</span>
          )}
          {copied === 'failed' && (
            <span>Couldn’t copy. This browser blocks copying and sharing.</span>
          )}
        </p>
      </div>
    </Card>
  );
}

/** Starts with a sample notice, because the text may be pasted anywhere. */
const formatSignal = ({ pair, direction, entry, tp1, tp2, sl }: EssentialSignal): string =>
  [
    `SAMPLE, not a signal to trade (${BRAND.name} Essential Room)`,
    `${direction} ${pair}`,
    `Entry ${entry}`,
    `TP1 ${tp1}`,
    `TP2 ${tp2}`,
    `SL ${sl}`,
  ].join('\n');

const Benefits = () => (
  <Panel title="Essential Benefits">
    <div className="grid gap-3 border-t border-line-soft p-4">
      <CheckList items={ESSENTIAL_BENEFITS} />
      <p className="text-xs text-muted">{BENEFITS_NOTE}</p>
    </div>
  </Panel>
);

export default EssentialRoom;
