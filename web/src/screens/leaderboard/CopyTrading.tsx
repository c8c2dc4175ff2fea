import { Copy } from 'lucide-react';
import type { Bot } from '@quantalgo/contracts/bots/bot';
import { MAX_BOTS } from '@quantalgo/contracts/bots/configuration';
import { formatDate } from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { displayNameSchema } from '@quantalgo/contracts/leaderboard/displayName';
import type { Publisher } from '@quantalgo/contracts/leaderboard/leaderboard';
import { isSameConfiguration, type Publication } from '@quantalgo/contracts/leaderboard/published';
import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { useBots } from '../../data/bots/bots';
import {
  chooseDisplayName,
  publishConfiguration,
  usePublisher,
  withdrawConfiguration,
} from '../../data/leaderboard/leaderboard';
import { useMember } from '../../data/auth/currentSession';
import { useForm } from '../../data/core/useForm';
import { useMutation } from '../../data/core/useMutation';
import { useFirstLoad } from '../../data/storage/memberDatabase';
import { useZone } from '../../core/zone';
import { Button, SubmitButton } from '../../ui/Button';
import { Card, Figures, Panel, SideBySide } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { TextField } from '../../ui/Field';
import { ScreenHead } from '../../ui/Heading';
import { TextLink } from '../../ui/Links';
import { Skeleton } from '../../ui/Loading';
import { LockedScreen } from '../../ui/LockedScreen';
import { Notice } from '../../ui/Notice';
import { Ranking } from '../../ui/Ranking';
import { SignalRow } from '../../ui/SampleSignals';
import { Leaderboard } from './Leaderboard';
import { describeRules } from './rowText';

const toFailureText = (fallback: string) => ({
  fallback,
  unanswered: 'Couldn’t reach the server. Check your connection and try again.',
});

const nameSchema = z.object({ name: displayNameSchema });

function NameForm({ uid, name }: { uid: string; name: string | null }) {
  const form = useForm(nameSchema, {
    initial: { name: name ?? '' },
    onSubmit: async (values, { replace }) => {
      await chooseDisplayName(uid, values.name);
      replace(values);
    },
    failure: toFailureText('Failed to save your display name'),
    failureField: 'name',
  });
  return (
    <form {...form.props} className="grid gap-3">
      <TextField
        {...form.field('name')}
        label="Display name"
        help={name === null ? 'What others see. It doesn’t have to be your real name.' : undefined}
        maxLength={40}
        autoComplete="off"
      />
      {form.values.name.trim() !== (name ?? '') && (
        <SubmitButton
          variant="secondary"
          busyLabel={form.pending ? 'Saving…' : undefined}
          waitMs={form.waitMs}
        >
          Save name
        </SubmitButton>
      )}
    </form>
  );
}

function PublishableBot({
  uid,
  bot,
  at,
  isFull,
}: {
  uid: string;
  bot: Bot;
  at: number;
  isFull: boolean;
}) {
  const [key] = useState(() => crypto.randomUUID());
  const { pending, failure, send } = useMutation(
    () => publishConfiguration(uid, bot.configuration, key),
    toFailureText('Failed to publish the configuration'),
  );
  return (
    <li className="grid gap-2 border-t border-line-soft px-4 py-3">
      <p className="text-sm font-semibold">{`Bot ${at + 1}`}</p>
      <p className="text-xs text-muted">{describeRules(bot.configuration)}</p>
      <Button
        size="small"
        className="justify-self-start"
        disabled={isFull}
        busyLabel={pending ? 'Publishing…' : undefined}
        onClick={() => void send()}
      >
        Publish
      </Button>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
    </li>
  );
}

function PublicationItem({ uid, publication }: { uid: string; publication: Publication }) {
  const zone = useZone();
  const [isConfirming, setConfirming] = useState(false);
  const { id, configuration, publishedAt, withdrawnAt } = publication;
  const { pending, failure, send } = useMutation(
    () => withdrawConfiguration(uid, id),
    toFailureText('Failed to withdraw the configuration'),
  );
  const isRunning = withdrawnAt === null;
  return (
    <li className="grid gap-2 border-t border-line-soft px-4 py-3">
      <p className="flex flex-wrap items-center gap-2 text-sm font-semibold">
        <span>{`Since ${formatDate(publishedAt, zone)}`}</span>
        <Chip tone={isRunning ? 'good' : 'flat'}>{isRunning ? 'Running' : 'Withdrawn'}</Chip>
      </p>
      <p className="text-xs text-muted">{describeRules(configuration)}</p>
      {isRunning && !isConfirming && (
        <Button size="small" className="justify-self-start" onClick={() => setConfirming(true)}>
          Withdraw
        </Button>
      )}
      {isRunning && isConfirming && (
        <Notice
          tone="warning"
          actions={
            <>
              <Button size="small" onClick={() => setConfirming(false)}>
                Keep it
              </Button>
              <Button
                isTwoStep
                size="small"
                variant="danger"
                busyLabel={pending ? 'Withdrawing…' : undefined}
                onClick={() => void send()}
              >
                Withdraw
              </Button>
            </>
          }
        >
          It won’t enter any more signals. Its results stay on the leaderboard, shown as withdrawn.
        </Notice>
      )}
      {failure !== null && <Notice tone="error">{failure}</Notice>}
    </li>
  );
}

const Hint = ({ children }: { children: ReactNode }) => (
  <li className="border-t border-line-soft px-4 py-3 text-sm text-pretty text-muted">{children}</li>
);

const isPublished = (running: readonly Publication[], { configuration }: Bot): boolean =>
  running.some((publication) => isSameConfiguration(publication.configuration, configuration));

function Lists({ uid, publisher }: { uid: string; publisher: Publisher }) {
  const { bots = [], isKnown = false } = useBots(uid) ?? {};
  const running = publisher.publications.filter(({ withdrawnAt }) => withdrawnAt === null);
  const publishable = bots.flatMap((bot, at) => (isPublished(running, bot) ? [] : [{ bot, at }]));
  return (
    <ul aria-label="Your configurations">
      {publisher.publications.map((publication) => (
        <PublicationItem key={publication.id} uid={uid} publication={publication} />
      ))}
      {publisher.name !== null &&
        publishable.map(({ bot, at }) => (
          <PublishableBot
            key={bot.id}
            uid={uid}
            bot={bot}
            at={at}
            isFull={running.length >= MAX_BOTS}
          />
        ))}
      {publisher.name === null && bots.length > 0 && (
        <Hint>Save a display name to publish your paper bots here.</Hint>
      )}
      {publisher.name !== null && publishable.length > 0 && running.length >= MAX_BOTS && (
        <Hint>{`${MAX_BOTS} are running, which is the limit. Withdraw one to publish another.`}</Hint>
      )}
      {isKnown && bots.length === 0 && (
        <Hint>
          <span>You have no paper bots yet.</span>{' '}
          <TextLink to={PATHS.botAccess}>Create one</TextLink>
          <span>, then publish it here.</span>
        </Hint>
      )}
    </ul>
  );
}

function PublishPanel({ uid }: { uid: string }) {
  const view = usePublisher(uid);
  const isFirstLoad = useFirstLoad(view?.publisher, view?.failed);
  if (!view || isFirstLoad) return <Skeleton className="h-64" />;
  const { publisher } = view;
  return (
    <Panel title="Your configurations">
      <div className="grid gap-3 border-t border-line-soft p-4">
        <p className="text-sm text-pretty text-muted">
          {`Publish up to ${MAX_BOTS} of your paper bots. Each starts at the next slot, and the same rules apply to everyone.`}
        </p>
        {publisher && <NameForm key={publisher.name} uid={uid} name={publisher.name} />}
      </div>
      {publisher ? (
        <Lists uid={uid} publisher={publisher} />
      ) : (
        <div className="p-4 pt-0">
          <Notice>
            Your published configurations can’t be loaded right now. We’ll keep trying.
          </Notice>
        </div>
      )}
    </Panel>
  );
}

const COPY_LOCKED = {
  description:
    'Copy a member’s configuration into a paper bot of your own. No real money is involved.',
  features: [
    'Figures calculated from every settled signal since publication',
    'Change or pause your copy at any time',
    'Your broker account isn’t touched',
  ],
} as const;

const SAMPLE_COPY_FIGURES = [
  { label: 'Copied trades', value: '128' },
  { label: 'Return, 30 days', value: '+18.4%' },
  { label: 'Traders followed', value: '3' },
  { label: 'Win rate', value: '82%' },
] as const;

/** Win rates in percent. */
const SAMPLE_COPY_TRADERS = [
  { name: 'Chidi A.', status: 'online', profit: '+$4,210', trades: 214, winRate: 86 },
  { name: 'Amara K.', status: 'online', profit: '+$3,875', trades: 189, winRate: 84 },
  { name: 'Kofi M.', status: 'away', profit: '+$2,990', trades: 167, winRate: 81 },
  { name: 'Zanele D.', status: 'away', profit: '+$2,415', trades: 143, winRate: 80 },
  { name: 'Luis R.', status: 'online', profit: '+$1,960', trades: 120, winRate: 79 },
] as const;

const SAMPLE_COPIED_TRADES = [
  { trader: 'Chidi A.', pair: 'EUR/USD', direction: 'CALL', result: '+$42.50' },
  { trader: 'Amara K.', pair: 'XAU/USD', direction: 'PUT', result: '+$85.00' },
  { trader: 'Chidi A.', pair: 'GBP/USD', direction: 'PUT', result: '−$50.00' },
  { trader: 'Kofi M.', pair: 'USD/JPY', direction: 'CALL', result: '+$42.50' },
  { trader: 'Amara K.', pair: 'AUD/USD', direction: 'CALL', result: '+$85.00' },
  { trader: 'Zanele D.', pair: 'GBP/JPY', direction: 'PUT', result: '+$42.50' },
] as const;

const TITLE = 'Copy Trading';

/** A copy is a paper bot of the member's own, with the same configuration. */
const OpenCopyTrading = ({ uid }: { uid: string }) => (
  <div className="grid gap-4 lg:gap-5.5">
    <ScreenHead title={TITLE} marks={<Chip>On paper</Chip>}>
      Copy a member’s configuration into a paper bot of your own. No real money is involved, and
      your broker account isn’t touched.
    </ScreenHead>
    <SideBySide side={<PublishPanel uid={uid} />}>
      <Leaderboard title="Configurations to copy" />
    </SideBySide>
  </div>
);

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
        <SignalRow key={pair} pair={pair} direction={direction} note={`from ${trader}`}>
          <span className="text-sm font-semibold">{result}</span>
        </SignalRow>
      ))}
    </ul>
  </Panel>
);

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
