import type { User } from '@quantalgo/contracts/account/member';
import type { Bot } from '@quantalgo/contracts/bots/bot';
import {
  type Configuration,
  configurationSchema,
  MAX_BOTS,
  newConfiguration,
} from '@quantalgo/contracts/bots/configuration';
import { PAPER_RANGES, type PaperRange } from '@quantalgo/contracts/bots/figures';
import { useDeferredValue, useMemo, useState } from 'react';
import { usePayout } from '../../data/settings/payout';
import { serverNow } from '../../data/core/clock';
import { readDraft, writeDraft } from '../../data/core/webStorage';
import { useItemActions } from '../../data/outbox/useAction';
import { type BotsView, useBots } from '../../data/bots/bots';
import { useDigests } from '../../data/signals/useDigests';
import { Button } from '../../ui/Button';
import { SideBySide } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { Choices } from '../../ui/Choices';
import { ScreenHead } from '../../ui/Heading';
import { Skeleton } from '../../ui/Loading';
import { Notice } from '../../ui/Notice';
import { BotForm } from './BotForm';
import { type Filled, filledSchema } from './formText';
import { BotState, type Shown, useChange } from './BotState';
import { haltNow, Results, Trades, Tried, useBotResults } from './BotResults';

const RANGES: readonly PaperRange[] = ['1H', '4H', '1D', '1W'];

/** Where a new bot begins: a week ago, so that there is something to see. */
const newSince = (): number => serverNow() - PAPER_RANGES['1W'];

/** A bot's id; `first` follows the bots as they come, also from another device. */
type Choice = { readonly id: string } | 'first' | 'new';

function useShown({ bots }: BotsView): {
  readonly shown: Shown;
  readonly show: (choice: Choice) => void;
} {
  const payout = usePayout();
  const newBot = (): Bot => ({
    id: crypto.randomUUID(),
    configuration: newConfiguration(newSince(), payout),
  });
  const [draft, setDraft] = useState(newBot);
  const [choice, setChoice] = useState<Choice>('first');
  const wanted = typeof choice === 'object' ? choice.id : draft.id;
  // A new bot is chosen by its id as soon as it is saved, a moment before it is among the stored ones.
  const isDraft = choice !== 'first' && wanted === draft.id;
  const stored = bots.find(({ id }) => id === wanted) ?? (isDraft ? undefined : bots[0]);
  const show = (next: Choice) => {
    if (next === 'new') setDraft(newBot());
    setChoice(next);
  };
  return { shown: stored ? { bot: stored, isNew: false } : { bot: draft, isNew: true }, show };
}

/** The choice among a member's bots, and a way to another. */
function BotChoice({
  bots,
  shown,
  show,
}: {
  bots: readonly Bot[];
  shown: Shown;
  show: (choice: Choice) => void;
}) {
  if (bots.length === 0) return null;
  const names = bots.map((_, at) => `Bot ${at + 1}`);
  const options = shown.isNew ? [...names, 'New bot'] : names;
  const at = bots.findIndex(({ id }) => id === shown.bot.id);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Choices
        hideLabel
        label="Your bots"
        options={options}
        value={names[at] ?? 'New bot'}
        onChange={(name) => show(bots[names.indexOf(name)] ?? 'new')}
      />
      {bots.length < MAX_BOTS && !shown.isNew && (
        <Button size="small" variant="quiet" onClick={() => show('new')}>
          Add a bot
        </Button>
      )}
    </div>
  );
}

/**
 * What is filled in of a bot's form and not saved yet: it survives a reload. A form whose choices leave nothing to play is
 * not stored.
 */
function useFilled({ bot, isNew }: Shown) {
  const name = `bot-${isNew ? 'new' : bot.id}`;
  const [filled, setFilled] = useState(() => filledSchema.safeParse(readDraft(name)).data ?? null);
  const fill = (next: Filled | null) => {
    setFilled(next);
    if (next === null || configurationSchema.safeParse(next.chosen).success) writeDraft(name, next);
  };
  return { filled, fill };
}

/** One bot: its results by the form as it is, and the form. */
function OneBot({
  uid,
  shown,
  pairs,
  onShow,
}: {
  uid: string;
  shown: Shown;
  pairs: readonly string[];
  onShow: (choice: Choice) => void;
}) {
  const { bot, isNew } = shown;
  const { filled, fill } = useFilled(shown);
  const { since, pauses } = bot.configuration;
  const inRange = filled?.inRange ?? null;
  const draft = useMemo(() => inRange && { ...inRange, since, pauses }, [inRange, since, pauses]);
  const { change, problem } = useChange(uid, bot);
  const [isSaved, setSaved] = useState(false);
  const [round, setRound] = useState(0);
  // A change on another device shows in the form, but never over what is being changed here.
  const [base, setBase] = useState(bot.configuration);
  if (!filled && base !== bot.configuration) setBase(bot.configuration);
  const configuration = useDeferredValue(draft ?? bot.configuration);
  const save = ({ since: _since, pauses: _pauses, ...changed }: Configuration) => {
    change({ ...changed, since, pauses }, () => {
      fill(null);
      setSaved(true);
      onShow(bot);
    });
  };
  const reset = () => {
    fill(null);
    setRound(round + 1);
  };
  const [range, setRange] = useState<PaperRange>('1D');
  const played = useBotResults(configuration, range);
  return (
    <div className="flex flex-col gap-4 lg:gap-5.5">
      {draft && played && <Tried board={played.board} />}
      <SideBySide
        below={played && <Trades played={played} />}
        side={
          <>
            <BotForm
              key={`${round} ${JSON.stringify(base)}`}
              shown={base}
              filled={filled}
              isNew={isNew}
              pairs={pairs}
              onFill={(next) => {
                fill(next);
                setSaved(false);
              }}
              onSave={save}
              onReset={reset}
            />
            {isSaved && <Notice>Saved. Your other devices get it too.</Notice>}
            {problem !== null && <Notice tone="error">{problem}</Notice>}
          </>
        }
      >
        <BotState
          uid={uid}
          shown={shown}
          halt={played && !draft ? haltNow(configuration, played) : null}
          onRemoved={() => onShow('first')}
        />
        {played ? (
          <>
            <Choices
              hideLabel
              label="Time range"
              options={RANGES}
              value={range}
              onChange={setRange}
            />
            <Results configuration={configuration} played={played} />
          </>
        ) : (
          <Skeleton className="h-96" />
        )}
      </SideBySide>
    </div>
  );
}

function Bots({ uid, view }: { uid: string; view: BotsView }) {
  const { shown, show } = useShown(view);
  const digests = useDigests();
  const pairs = useMemo(() => [...new Set(digests?.map(({ pair }) => pair))].sort(), [digests]);
  const actionsFor = useItemActions();
  const { refused } = view;
  const drop = refused && actionsFor(refused);
  return (
    <>
      <BotChoice bots={view.bots} shown={shown} show={show} />
      {drop && (
        <Notice
          tone="error"
          actions={
            <Button size="small" onClick={drop.onDiscard}>
              Discard the change
            </Button>
          }
        >
          {refused.reason !== null && <span>{refused.reason}</span>}
          {drop.problem !== null && <p>{drop.problem}</p>}
        </Notice>
      )}
      {view.unsent && (
        <Notice>Saved here. It will be sent as soon as there is a connection.</Notice>
      )}
      <OneBot key={shown.bot.id} uid={uid} shown={shown} pairs={pairs} onShow={show} />
    </>
  );
}

/** The AI bot's dashboard: configurations played on paper over the signals that this device received. */
export function BotDashboard({ member }: { member: User }) {
  const view = useBots(member.id);
  return (
    <div className="grid gap-4 lg:gap-5.5">
      <ScreenHead title="AI Trading Bot" marks={<Chip>On paper</Chip>}>
        Plays your signals by your rules, computed on this device from sealed signals. No money is
        moved.
      </ScreenHead>
      {view ? <Bots uid={member.id} view={view} /> : <Skeleton className="h-96" />}
    </div>
  );
}
