import type { Bot, BotChange } from '@quantalgo/contracts/bots/bot';
import { isBotPaused, togglePause } from '@quantalgo/contracts/bots/configuration';
import type { PaperHalt } from '@quantalgo/contracts/bots/play';
import { formatDate } from '@quantalgo/contracts/core/format';
import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { serverNow } from '../../data/core/clock';
import { useAction } from '../../data/outbox/useAction';
import { changeBot } from '../../data/bots/bots';
import { useZone } from '../../core/zone';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { Notice } from '../../ui/Notice';

export interface BotSelection {
  readonly bot: Bot;
  readonly isNew: boolean;
}

export function useBotChange(uid: string, { id }: Bot) {
  const { problem, run } = useAction();
  const change = (botChange: BotChange, onSaved?: () => void) =>
    run(() => changeBot(uid, id, botChange).then(onSaved));
  return { change, problem };
}

const HALT_LABELS: Readonly<Record<PaperHalt, string>> = {
  loss: 'Stopped for today',
  ladders: 'Stopped for today',
  money: 'Out of money',
};

function StateChip({ bot, halt }: { bot: Bot; halt: PaperHalt | null }) {
  if (isBotPaused(bot.configuration)) return <Chip tone="warning">Paused</Chip>;
  return halt ? <Chip tone="warning">{HALT_LABELS[halt]}</Chip> : <Chip tone="good">Running</Chip>;
}

const CONFIRMATIONS = {
  restart: {
    question: 'Reset this bot? Its results will be deleted.',
    yes: 'Reset bot',
  },
  remove: {
    question: 'Remove this bot and its configuration? Your signals are kept.',
    yes: 'Remove bot',
  },
} as const;

export function BotState({
  uid,
  selection,
  halt,
  onRemoved,
}: {
  uid: string;
  selection: BotSelection;
  halt: PaperHalt | null;
  onRemoved: () => void;
}) {
  const zone = useZone();
  const [confirmation, setConfirmation] = useState<keyof typeof CONFIRMATIONS | null>(null);
  const { bot, isNew } = selection;
  const base = bot.configuration;
  const paused = isBotPaused(base);
  const Icon = paused ? Play : Pause;
  const { change, problem } = useBotChange(uid, bot);
  const confirm = () => {
    setConfirmation(null);
    if (confirmation === 'remove') change({ base, configuration: null }, onRemoved);
    else change({ base, configuration: { ...base, since: serverNow(), pauses: [] } });
  };
  return (
    <Card as="div" className="flex flex-wrap items-center justify-between gap-3 p-4">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm font-semibold">
        <span>{isNew ? 'Not saved yet' : 'Paper bot'}</span>
        <span role="status" className="empty:hidden">
          {!isNew && <StateChip bot={bot} halt={halt} />}
        </span>
        <span className="text-xs font-normal text-muted">
          {`paper-trading since ${formatDate(bot.configuration.since, zone)}`}
        </span>
      </p>
      {!isNew && (
        <div className="flex flex-wrap gap-y-2 sm:gap-x-2">
          <Button
            size="small"
            onClick={() => change({ base, configuration: togglePause(base, serverNow()) })}
          >
            <Icon size={16} aria-hidden className="max-sm:hidden" />
            <span>{paused ? 'Resume bot' : 'Pause bot'}</span>
          </Button>
          <Button size="small" variant="quiet" onClick={() => setConfirmation('restart')}>
            Reset
          </Button>
          <Button size="small" variant="quiet" onClick={() => setConfirmation('remove')}>
            Remove
          </Button>
        </div>
      )}
      {confirmation && (
        <Notice
          tone="warning"
          actions={
            <>
              <Button size="small" onClick={() => setConfirmation(null)}>
                Keep it
              </Button>
              <Button isTwoStep size="small" variant="danger" onClick={confirm}>
                {CONFIRMATIONS[confirmation].yes}
              </Button>
            </>
          }
        >
          {CONFIRMATIONS[confirmation].question}
        </Notice>
      )}
      {problem !== null && <Notice tone="error">{problem}</Notice>}
    </Card>
  );
}
