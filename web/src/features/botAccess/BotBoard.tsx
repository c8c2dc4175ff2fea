import { useState } from 'react';
import {
  RANGES,
  SAMPLE_ACTIVE_TRADES,
  SAMPLE_BOT_FIGURES,
  SAMPLE_CLOSED_TRADES,
  type Range,
} from '../../content/botAccess';
import { Card, Figures, SideBySide } from '../../ui/Card';
import { Choices } from '../../ui/Choices';
import { BotState } from './BotState';
import { Configuration } from './Configuration';
import { Trades } from './Trades';

/** What the bot did in a range, what it trades, and how it is set. */
export function BotBoard() {
  const [range, setRange] = useState<Range>('1D');
  return (
    <SideBySide side={<Configuration />}>
      <BotState />
      <Choices label="Time range" options={RANGES} value={range} onChange={setRange} />
      <Card as="div" className="overflow-hidden">
        <Figures figures={SAMPLE_BOT_FIGURES[range]} />
      </Card>
      <Trades title="Active trades" trades={SAMPLE_ACTIVE_TRADES} />
      <Trades title="Closed trades" trades={SAMPLE_CLOSED_TRADES} />
    </SideBySide>
  );
}
