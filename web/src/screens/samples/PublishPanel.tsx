import {
  type Bot,
  dateText,
  displayNameSchema,
  MOST_BOTS,
  PATHS,
  playsAlike,
  type Publication,
  type Publisher,
} from '@quantalgo/contracts';
import { type SubmitEvent, useState } from 'react';
import { useBots } from '../../data/paper/bots';
import { chooseDisplayName, publish, usePublisher, withdraw } from '../../data/paper/leaderboard';
import { useSending } from '../../data/session/useSending';
import { useZone } from '../../tell';
import { Button, SubmitButton } from '../../ui/Button';
import { Panel } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { TextField } from '../../ui/Field';
import { TextLink } from '../../ui/Links';
import { Skeleton } from '../../ui/Loading';
import { Notice } from '../../ui/Notice';
import { rulesText } from '../../ui/paper/rowText';

const words = (wordless: string) => ({
  wordless,
  unanswered: 'There is no connection. Publishing needs one: please try again.',
});

const problemOf = (name: string): string | undefined =>
  displayNameSchema.safeParse(name).error?.issues[0]?.message;

/** The form of the display name. */
function NameForm({ uid, name }: { uid: string; name: string | null }) {
  const [text, setText] = useState(name ?? '');
  const [problem, setProblem] = useState<string>();
  const { sending, failure, waitMs, send } = useSending(
    (chosen: string) => chooseDisplayName(uid, chosen),
    words('Failed to save your display name'),
  );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = problemOf(text);
    setProblem(found);
    if (found === undefined) void send(text);
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <TextField
        label="Display name"
        help={name === null ? 'What others see. It need not be your own.' : undefined}
        error={problem ?? failure ?? undefined}
        value={text}
        maxLength={40}
        autoComplete="off"
        onChange={({ target }) => {
          setText(target.value);
          setProblem(undefined);
        }}
      />
      {text.trim() !== (name ?? '') && (
        <SubmitButton look="secondary" doing={sending ? 'Saving…' : undefined} waitMs={waitMs}>
          Save name
        </SubmitButton>
      )}
    </form>
  );
}

/** A bot that may be published. */
function Offered({ uid, bot, at, isFull }: { uid: string; bot: Bot; at: number; isFull: boolean }) {
  const [key] = useState(() => crypto.randomUUID());
  const { sending, failure, send } = useSending(
    () => publish(uid, bot.configuration, key),
    words('Failed to publish the configuration'),
  );
  return (
    <li className="grid gap-2 border-t border-line-soft px-4 py-3">
      <p className="text-sm font-semibold">Bot {at + 1}</p>
      <p className="text-xs text-muted">{rulesText(bot.configuration)}</p>
      <Button
        size="small"
        className="justify-self-start"
        disabled={isFull}
        doing={sending ? 'Publishing…' : undefined}
        onClick={() => void send()}
      >
        Publish
      </Button>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
    </li>
  );
}

/** A publication of the member's own. */
function Published({ uid, publication }: { uid: string; publication: Publication }) {
  const zone = useZone();
  const [asked, setAsked] = useState(false);
  const { id, configuration, publishedAt, withdrawnAt } = publication;
  const { sending, failure, send } = useSending(
    () => withdraw(uid, id),
    words('Failed to withdraw the configuration'),
  );
  const isRunning = withdrawnAt === null;
  return (
    <li className="grid gap-2 border-t border-line-soft px-4 py-3">
      <p className="flex flex-wrap items-center gap-2 text-sm font-semibold">
        Since {dateText(publishedAt, zone)}
        <Chip tone={isRunning ? 'good' : 'flat'}>{isRunning ? 'Running' : 'Withdrawn'}</Chip>
      </p>
      <p className="text-xs text-muted">{rulesText(configuration)}</p>
      {isRunning && !asked && (
        <Button
          size="small"
          look="quiet"
          className="justify-self-start"
          onClick={() => setAsked(true)}
        >
          Withdraw
        </Button>
      )}
      {isRunning && asked && (
        <Notice
          tone="warning"
          actions={
            <>
              <Button size="small" onClick={() => setAsked(false)}>
                Keep it
              </Button>
              <Button
                size="small"
                look="danger"
                doing={sending ? 'Withdrawing…' : undefined}
                onClick={() => void send()}
              >
                Withdraw
              </Button>
            </>
          }
        >
          It takes no further signal. What it came to stays counted, and shown as withdrawn.
        </Notice>
      )}
      {failure !== null && <Notice tone="error">{failure}</Notice>}
    </li>
  );
}

const isPublished = (running: readonly Publication[], { configuration }: Bot): boolean =>
  running.some((one) => playsAlike(one.configuration, configuration));

function Lists({ uid, publisher }: { uid: string; publisher: Publisher }) {
  const bots = useBots(uid)?.bots ?? [];
  const running = publisher.publications.filter(({ withdrawnAt }) => withdrawnAt === null);
  const offered = bots.flatMap((bot, at) => (isPublished(running, bot) ? [] : [{ bot, at }]));
  return (
    <ul aria-label="Your configurations">
      {publisher.publications.map((publication) => (
        <Published key={publication.id} uid={uid} publication={publication} />
      ))}
      {publisher.name !== null &&
        offered.map(({ bot, at }) => (
          <Offered key={bot.id} uid={uid} bot={bot} at={at} isFull={running.length >= MOST_BOTS} />
        ))}
      {bots.length === 0 && (
        <li className="border-t border-line-soft px-4 py-3 text-sm text-muted">
          You have no paper bot yet. <TextLink to={PATHS.botAccess}>Make one</TextLink>, then
          publish it here.
        </li>
      )}
    </ul>
  );
}

/** What the member publishes: their display name, and up to three of their paper bots' configurations. */
export function PublishPanel({ uid }: { uid: string }) {
  const publisher = usePublisher(uid);
  if (publisher === undefined) return <Skeleton className="h-64" />;
  const own = publisher ?? { name: null, publications: [] };
  return (
    <Panel title="Yours">
      <div className="grid gap-3 border-t border-line-soft p-4">
        <p className="text-sm text-pretty text-muted">
          Publish up to three of your paper bots. Each is played from the next slot on, by the same
          rules for everybody.
        </p>
        <NameForm key={own.name} uid={uid} name={own.name} />
      </div>
      <Lists uid={uid} publisher={own} />
    </Panel>
  );
}
