import { useState } from 'react';
import { Chip, SampleTag } from '../../ui/Chip';
import { CheckList, Faq } from '../../ui/Lists';
import { Figures, Panel } from '../../ui/Card';
import { MotionToggle, SampleCalls } from '../../ui/SampleCalls';
import { Ranking } from '../../ui/Ranking';
import { Family, Specimen } from './Specimen';

const FIGURES = [
  { label: 'Members', value: '247' },
  { label: 'Average win rate', value: '84%', note: 'marketing claim' },
];
const TRADERS = [
  { name: 'Amara K.', status: 'online', profit: '+$7,130', trades: 142, winRate: 89 },
  { name: 'Grace W.', status: 'away', profit: '+$5,980', trades: 131, winRate: 87 },
] as const;
const QUESTIONS = [
  { question: 'Is there a subscription?', answer: 'No. The money stays yours, with the broker.' },
];
const SLOT = Date.UTC(2026, 10, 20, 13, 5);
const CALLS = [
  { pair: 'EUR/USD', direction: 'CALL', confidence: 91, from: SLOT, to: SLOT + 300_000 },
  { pair: 'GBP/USD', direction: 'PUT', confidence: 88, from: SLOT, to: SLOT + 300_000 },
] as const;

function Moving() {
  const [running, setRunning] = useState(true);
  return <MotionToggle running={running} onToggle={() => setRunning(!running)} />;
}

/** What screens are put together from. */
export const Layouts = () => (
  <Family title="Parts of screens">
    <Specimen name="Panel, with figures">
      <Panel title="Today" aside={<SampleTag />}>
        <Figures figures={FIGURES} className="border-t border-line-soft" />
      </Panel>
    </Specimen>
    <Specimen name="Panel, with a ranking">
      <Panel title="Leaderboard" aside={<Chip>This week</Chip>}>
        <Ranking caption="Traders by profit" traders={TRADERS} />
      </Panel>
    </Specimen>
    <Specimen name="Panel, with questions">
      <Panel title="Frequently asked questions">
        <Faq questions={QUESTIONS} />
      </Panel>
    </Specimen>
    <Specimen name="Panel, with sample signals">
      <Panel title="Earlier" aside={<SampleTag />}>
        <SampleCalls calls={CALLS} />
      </Panel>
    </Specimen>
    <Specimen name="What is included">
      <CheckList items={['Every signal', 'Your history, offline']} />
    </Specimen>
    <Specimen name="What moves by itself, and can be stopped">
      <Moving />
    </Specimen>
  </Family>
);
