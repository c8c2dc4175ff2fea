import type { User } from '@quantalgo/contracts/account/member';
import type { Bot } from '@quantalgo/contracts/bots/bot';
import {
  type Configuration,
  configurationSchema,
  MAX_BOTS,
  createConfiguration,
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
import { type FormDraft, formDraftSchema } from './formText';
import { BotState, type BotSelection, useBotChange } from './BotState';
import { getCurrentHalt, Results, Trades, UnsavedResult, useBotResults } from './BotResults';

const RANGES: readonly PaperRange[] = ['1H', '4H', '1D', '1W'];

/** New bots start a week ago, so that they have results to show at once. */
const getStartTime = (): number => serverNow() - PAPER_RANGES['1W'];

/** `first` is resolved on every render, so it picks up a bot that arrives from another device. */
type Choice = { readonly id: string } | 'first' | 'new';

function useBotSelection({ bots }: BotsView): {
  readonly selection: BotSelection;
  readonly select: (choice: Choice) => void;
} {
  const payout = usePayout();
  const createBot = (): Bot => ({
    id: crypto.randomUUID(),
    configuration: createConfiguration(getStartTime(), payout),
  });
  const [draft, setDraft] = useState(createBot);
  const [choice, setChoice] = useState<Choice>('first');
  const selectedId = typeof choice === 'object' ? choice.id : draft.id;
  // A saved draft is selected by id before it appears among the stored bots.
  const isDraft = choice !== 'first' && selectedId === draft.id;
  const stored = bots.find(({ id }) => id === selectedId) ?? (isDraft ? undefined : bots[0]);
  const select = (next: Choice) => {
    if (next === 'new') setDraft(createBot());
    setChoice(next);
  };
  return {
    selection: stored ? { bot: stored, isNew: false } : { bot: draft, isNew: true },
    select,
  };
}

function BotChoice({
  bots,
  selection,
  select,
}: {
  bots: readonly Bot[];
  selection: BotSelection;
  select: (choice: Choice) => void;
}) {
  if (bots.length === 0) return null;
  const names = bots.map((_, index) => `Bot ${index + 1}`);
  const options = selection.isNew ? [...names, 'New bot'] : names;
  const index = bots.findIndex(({ id }) => id === selection.bot.id);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Choices
        hideLabel
        label="Your bots"
        options={options}
        value={names[index] ?? 'New bot'}
        onChange={(name) => select(bots[names.indexOf(name)] ?? 'new')}
      />
      {bots.length < MAX_BOTS && !selection.isNew && (
        <Button size="small" variant="quiet" onClick={() => select('new')}>
          Add a bot
        </Button>
      )}
    </div>
  );
}

/**
 * Unsaved form input, which survives a reload. A configuration that allows no trades isn't stored.
 */
function useFormDraft({ bot, isNew }: BotSelection) {
  const name = `bot-${isNew ? 'new' : bot.id}`;
  const [formDraft, setFormDraft] = useState(
    () => formDraftSchema.safeParse(readDraft(name)).data ?? null,
  );
  const saveFormDraft = (next: FormDraft | null) => {
    setFormDraft(next);
    if (next === null || configurationSchema.safeParse(next.chosen).success) writeDraft(name, next);
  };
  return { formDraft, saveFormDraft };
}

function OneBot({
  uid,
  selection,
  pairs,
  onSelect,
}: {
  uid: string;
  selection: BotSelection;
  pairs: readonly string[];
  onSelect: (choice: Choice) => void;
}) {
  const { bot, isNew } = selection;
  const { formDraft, saveFormDraft } = useFormDraft(selection);
  const { since, pauses } = bot.configuration;
  const inRange = formDraft?.inRange ?? null;
  const draft = useMemo(() => inRange && { ...inRange, since, pauses }, [inRange, since, pauses]);
  const { change, problem } = useBotChange(uid, bot);
  const [isSaved, setSaved] = useState(false);
  const [resetCount, setResetCount] = useState(0);
  // Apply a change from another device, unless the form has unsaved input.
  const [base, setBase] = useState(formDraft?.base ?? bot.configuration);
  if (!formDraft && base !== bot.configuration) setBase(bot.configuration);
  const configuration = useDeferredValue(draft ?? bot.configuration);
  const save = ({ since: _since, pauses: _pauses, ...changed }: Configuration) => {
    const botChange = {
      base: isNew ? null : { ...base, since, pauses },
      configuration: { ...changed, since, pauses },
    };
    change(botChange, () => {
      saveFormDraft(null);
      setSaved(true);
      onSelect(bot);
    });
  };
  const reset = () => {
    saveFormDraft(null);
    setResetCount(resetCount + 1);
  };
  const [range, setRange] = useState<PaperRange>('1D');
  const results = useBotResults(configuration, range);
  return (
    <div className="flex flex-col gap-4 lg:gap-5.5">
      {draft && results && <UnsavedResult board={results.board} />}
      <SideBySide
        below={results && <Trades results={results} />}
        side={
          <>
            <BotForm
              key={`${resetCount} ${JSON.stringify(base)}`}
              initial={base}
              formDraft={formDraft}
              isNew={isNew}
              pairs={pairs}
              onFill={(next) => {
                saveFormDraft(next);
                setSaved(false);
              }}
              onSave={save}
              onReset={reset}
            />
            {isSaved && <Notice>Saved. Your other devices will update too.</Notice>}
            {problem !== null && <Notice tone="error">{problem}</Notice>}
          </>
        }
      >
        <BotState
          uid={uid}
          selection={selection}
          halt={results && !draft ? getCurrentHalt(configuration, results) : null}
          onRemoved={() => onSelect('first')}
        />
        {results ? (
          <>
            <Choices
              hideLabel
              label="Time range"
              options={RANGES}
              value={range}
              onChange={setRange}
            />
            <Results configuration={configuration} results={results} />
          </>
        ) : (
          <Skeleton className="h-svh" />
        )}
      </SideBySide>
    </div>
  );
}

function Bots({ uid, view }: { uid: string; view: BotsView }) {
  const { selection, select } = useBotSelection(view);
  const digests = useDigests();
  const pairs = useMemo(() => [...new Set(digests?.map(({ pair }) => pair))].sort(), [digests]);
  const getActions = useItemActions();
  const { refused } = view;
  const refusedActions = refused && getActions(refused);
  return (
    <>
      <BotChoice bots={view.bots} selection={selection} select={select} />
      {refusedActions && (
        <Notice
          tone="error"
          actions={
            <Button size="small" onClick={refusedActions.onDiscard}>
              Discard the change
            </Button>
          }
        >
          {refused.reason !== null && <span>{refused.reason}</span>}
          {refusedActions.problem !== null && <p>{refusedActions.problem}</p>}
        </Notice>
      )}
      {view.unsent && <Notice>Saved on this device. We’ll send it once you’re back online.</Notice>}
      <OneBot
        key={selection.bot.id}
        uid={uid}
        selection={selection}
        pairs={pairs}
        onSelect={select}
      />
    </>
  );
}

export function BotDashboard({ member }: { member: User }) {
  const view = useBots(member.id);
  return (
    <div className="grid gap-4 lg:gap-5.5">
      <ScreenHead title="AI Trading Bot" marks={<Chip>On paper</Chip>}>
        Paper-trades your sealed signals by your rules, on this device. No real money is involved.
      </ScreenHead>
      {view?.isKnown === false && (
        <Notice>Your bots can’t be loaded right now. The app keeps trying.</Notice>
      )}
      {view ? <Bots uid={member.id} view={view} /> : <Skeleton className="h-svh" />}
    </div>
  );
}
