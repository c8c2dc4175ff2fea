import type { Bot } from '@quantalgo/contracts/bots/bot';
import {
  type Configuration,
  isBotPaused,
  togglePause,
} from '@quantalgo/contracts/bots/configuration';
import type { PaperHalt } from '@quantalgo/contracts/bots/play';
import { dateText } from '@quantalgo/contracts/core/format';
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

/** A bot that is shown: a stored one, or one that is not saved yet. */
export interface Shown {
  readonly bot: Bot;
  readonly isNew: boolean;
}

/** Changes a bot on this device, and says where that fails. */
export function useChange(uid: string, { id }: Bot) {
  const { problem, run } = useAction();
  const change = (configuration: Configuration | null, onKept?: () => void) =>
    run(() => changeBot(uid, id, configuration).then(onKept));
  return { change, problem };
}

const HALTED: Readonly<Record<PaperHalt, string>> = {
  loss: 'Stopped for today',
  ladders: 'Stopped for today',
  money: 'Out of money',
};

/** Whether the bot runs. @param halt what keeps it from entering */
function StateChip({ bot, halt }: { bot: Bot; halt: PaperHalt | null }) {
  if (isBotPaused(bot.configuration)) return <Chip tone="warning">Paused</Chip>;
  return halt ? <Chip tone="warning">{HALTED[halt]}</Chip> : <Chip tone="good">Running</Chip>;
}

const ASKS = {
  restart: {
    question: 'Start over from now? Its results so far are dropped.',
    yes: 'Start over',
  },
  remove: {
    question: 'Remove this bot with its configuration? Its signals stay.',
    yes: 'Remove bot',
  },
} as const;

/** Whether the bot runs, with the buttons that change it at once. */
export function BotState({
  uid,
  shown,
  halt,
  onRemoved,
}: {
  uid: string;
  shown: Shown;
  halt: PaperHalt | null;
  onRemoved: () => void;
}) {
  const zone = useZone();
  const [asked, setAsked] = useState<keyof typeof ASKS | null>(null);
  const { bot, isNew } = shown;
  const paused = isBotPaused(bot.configuration);
  const Icon = paused ? Play : Pause;
  const { change, problem } = useChange(uid, bot);
  const confirm = () => {
    setAsked(null);
    if (asked === 'remove') change(null, onRemoved);
    else change({ ...bot.configuration, since: serverNow(), pauses: [] });
  };
  return (
    <Card as="div" className="flex flex-wrap items-center justify-between gap-3 p-4">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm font-semibold">
        <span>{isNew ? 'Not saved yet' : 'Paper bot'}</span>
        <span role="status" className="empty:hidden">
          {!isNew && <StateChip bot={bot} halt={halt} />}
        </span>
        <span className="text-xs font-normal text-muted">
          {`playing since ${dateText(bot.configuration.since, zone)}`}
        </span>
      </p>
      {!isNew && (
        <div className="flex flex-wrap gap-y-2 sm:gap-x-2">
          <Button size="small" onClick={() => change(togglePause(bot.configuration, serverNow()))}>
            <Icon size={16} aria-hidden className="max-sm:hidden" />
            <span>{paused ? 'Resume bot' : 'Pause bot'}</span>
          </Button>
          <Button size="small" variant="quiet" onClick={() => setAsked('restart')}>
            Start over
          </Button>
          <Button size="small" variant="quiet" onClick={() => setAsked('remove')}>
            Remove
          </Button>
        </div>
      )}
      {asked && (
        <Notice
          tone="warning"
          actions={
            <>
              <Button size="small" onClick={() => setAsked(null)}>
                Keep it
              </Button>
              <Button size="small" variant="danger" onClick={confirm}>
                {ASKS[asked].yes}
              </Button>
            </>
          }
        >
          {ASKS[asked].question}
        </Notice>
      )}
      {problem !== null && <Notice tone="error">{problem}</Notice>}
    </Card>
  );
}
