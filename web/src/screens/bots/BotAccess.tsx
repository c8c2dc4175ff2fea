import type { Direction } from '@quantalgo/contracts/signals/signal';
import { Bot, Pause, Play } from 'lucide-react';
import { type SubmitEvent, useId, useState } from 'react';
import { Button } from '../../ui/Button';
import { Card, Figures, Panel, SideBySide } from '../../ui/Card';
import { Chip, SampleTag } from '../../ui/Chip';
import { Choices } from '../../ui/Choices';
import { TextField } from '../../ui/Field';
import { SignalRow } from '../../ui/SampleSignals';
import { useMember } from '../../data/auth/currentSession';
import { LockedScreen } from '../../ui/LockedScreen';
import { BotDashboard } from './BotDashboard';

const RANGES = ['1H', '4H', '1D', '1W'] as const;

type Range = (typeof RANGES)[number];

const SAMPLE_BOT_FIGURES = {
  '1H': [
    { label: 'Profit', value: '+$42' },
    { label: 'Trades', value: '3' },
    { label: 'Win rate', value: '67%' },
    { label: 'Largest drop', value: '−$50' },
  ],
  '4H': [
    { label: 'Profit', value: '+$128' },
    { label: 'Trades', value: '9' },
    { label: 'Win rate', value: '78%' },
    { label: 'Largest drop', value: '−$110' },
  ],
  '1D': [
    { label: 'Profit', value: '+$347' },
    { label: 'Trades', value: '24' },
    { label: 'Win rate', value: '79%' },
    { label: 'Largest drop', value: '−$215' },
  ],
  '1W': [
    { label: 'Profit', value: '+$1,284' },
    { label: 'Trades', value: '131' },
    { label: 'Win rate', value: '81%' },
    { label: 'Largest drop', value: '−$460' },
  ],
} as const satisfies Record<Range, readonly { label: string; value: string }[]>;

interface SampleTrade {
  readonly pair: string;
  readonly direction: Direction;
  readonly size: string;
  readonly result: string;
  readonly when: string;
}

const SAMPLE_ACTIVE_TRADES: readonly SampleTrade[] = [
  { pair: 'EUR/USD', direction: 'CALL', size: '$100', result: '+$12.40', when: 'open for 3 min' },
  { pair: 'GBP/JPY', direction: 'PUT', size: '$50', result: '−$4.10', when: 'open for 11 min' },
];

const SAMPLE_CLOSED_TRADES: readonly SampleTrade[] = [
  { pair: 'XAU/USD', direction: 'CALL', size: '$100', result: '+$85.00', when: 'after 5 min' },
  { pair: 'USD/JPY', direction: 'PUT', size: '$100', result: '+$85.00', when: 'after 10 min' },
  { pair: 'EUR/USD', direction: 'PUT', size: '$50', result: '−$50.00', when: 'after 5 min' },
  { pair: 'AUD/USD', direction: 'CALL', size: '$50', result: '+$42.50', when: 'after 15 min' },
];

const RISK_LEVELS = ['Conservative', 'Moderate', 'Aggressive'] as const;

const TRADE_SIZES = ['$50', '$100', '$250'] as const;

const CONFIGURATION_NOTE =
  'This is a sample form. No bot is connected, so nothing is sent or traded.';

function BotTeaser() {
  const [range, setRange] = useState<Range>('1D');
  return (
    <SideBySide side={<Configuration />}>
      <BotState />
      <Choices hideLabel label="Time range" options={RANGES} value={range} onChange={setRange} />
      <Card as="div" className="overflow-hidden">
        <Figures figures={SAMPLE_BOT_FIGURES[range]} />
      </Card>
      <Trades title="Active trades" trades={SAMPLE_ACTIVE_TRADES} />
      <Trades title="Closed trades" trades={SAMPLE_CLOSED_TRADES} />
    </SideBySide>
  );
}

function BotState() {
  const [paused, setPaused] = useState(false);
  const Icon = paused ? Play : Pause;
  return (
    <Card as="div" className="flex flex-wrap items-center justify-between gap-3 p-4">
      <p className="flex items-center gap-2.5 text-sm font-semibold">
        Sample bot
        <span role="status">
          <Chip tone={paused ? 'warning' : 'good'}>{paused ? 'Paused' : 'Running'}</Chip>
        </span>
      </p>
      <Button size="small" onClick={() => setPaused(!paused)}>
        <Icon size={16} aria-hidden />
        <span>{paused ? 'Resume bot' : 'Pause bot'}</span>
      </Button>
    </Card>
  );
}

/** Sample controls. They save nothing, and the screen says so. */
function Configuration() {
  const [risk, setRisk] = useState<(typeof RISK_LEVELS)[number]>('Moderate');
  const [size, setSize] = useState<(typeof TRADE_SIZES)[number]>('$50');
  const [maxTrades, setMaxTrades] = useState('3');
  const [saved, setSaved] = useState(false);
  const noteId = useId();
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    setSaved(true);
  };
  return (
    <Panel title="Configuration" aside={<SampleTag />}>
      <form
        onSubmit={save}
        onChange={() => setSaved(false)}
        aria-describedby={noteId}
        className="grid gap-4 border-t border-line-soft p-4"
      >
        <Choices label="Risk level" options={RISK_LEVELS} value={risk} onChange={setRisk} />
        <TextField
          label="Max trades"
          help="How many can be open at once, 1 to 10."
          type="number"
          inputMode="numeric"
          min={1}
          max={10}
          required
          value={maxTrades}
          onChange={({ target }) => setMaxTrades(target.value)}
        />
        <Choices label="Trade size" options={TRADE_SIZES} value={size} onChange={setSize} />
        <Button type="submit">Save configuration</Button>
        <p id={noteId} className="text-xs text-muted">
          {CONFIGURATION_NOTE}
        </p>
        <p role="status" className="text-sm empty:hidden">
          {saved && 'This is a sample: nothing was saved or sent.'}
        </p>
      </form>
    </Panel>
  );
}

const getResultClass = (result: string) => (result.startsWith('+') ? 'text-call' : 'text-put');

const Trades = ({ title, trades }: { title: string; trades: readonly SampleTrade[] }) => (
  <Panel title={title} aside={<SampleTag />}>
    <ul>
      {trades.map(({ pair, direction, size, result, when }) => (
        <SignalRow key={pair} pair={pair} direction={direction} note={size}>
          <span className="grid justify-items-end text-xs text-muted">
            <span className={`text-sm font-semibold ${getResultClass(result)}`}>{result}</span>
            <span>{when}</span>
          </span>
        </SignalRow>
      ))}
    </ul>
  </Panel>
);

const LOCKED_SCREEN_TEXTS = {
  description:
    'Watch a bot paper-trade by your rules, and pause it at any time. No real money is involved.',
  features: [
    'Three risk levels',
    'Limits on the number of open trades and on the size of each',
    'Pause and resume at any time',
  ],
} as const;

const BotAccess = ({ open }: { open: boolean }) => {
  const member = useMember();
  return open && member ? (
    <BotDashboard member={member} />
  ) : (
    <LockedScreen
      title="AI Trading Bot"
      icon={Bot}
      {...LOCKED_SCREEN_TEXTS}
      preview={<BotTeaser />}
    />
  );
};

export default BotAccess;
