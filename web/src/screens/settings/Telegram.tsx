import { TIER_NAMES } from '@quantalgo/contracts/access/access';
import { formatMinutesSeconds } from '@quantalgo/contracts/core/durations';
import { formatDate } from '@quantalgo/contracts/core/format';
import { telegramEndpoints, type TelegramLink } from '@quantalgo/contracts/telegram/endpoints';
import { useEffect, useState } from 'react';
import {
  fetchTelegramLink,
  requestTelegramCode,
  type TelegramCode,
  unlinkTelegram,
} from '../../data/telegram/telegram';
import { useNow } from '../../data/core/clock';
import { useRequest } from '../../data/core/useRequest';
import { useOnline } from '../../data/core/useOnline';
import { toFailureText } from '../../data/core/errors';
import { useForm } from '../../data/core/useForm';
import { useMutation } from '../../data/core/useMutation';
import { useZone } from '../../core/zone';
import { Button, SubmitButton } from '../../ui/Button';
import { CopyField } from '../../ui/CopyField';
import { PasswordField } from '../../ui/Field';
import { ExternalLinkButton } from '../../ui/Links';
import { Skeleton } from '../../ui/Loading';
import { Notice } from '../../ui/Notice';
import { OfflineNotice, Section } from './Section';

/** Renders nothing on a site without a Telegram bot. */
export function Telegram() {
  const {
    data: link,
    failure,
    reload,
  } = useRequest(fetchTelegramLink, { failure: 'We couldn’t load your Telegram link.' });
  const online = useOnline();
  // The chat may have been linked in Telegram in the meantime.
  useEffect(() => {
    const handleVisibility = () => {
      if (document.visibilityState === 'visible') reload();
    };
    document.addEventListener('visibilitychange', handleVisibility);
    return () => document.removeEventListener('visibilitychange', handleVisibility);
  }, [reload]);
  if (link?.bot === null) return null;
  return (
    <Section
      id="telegram"
      title="Link Telegram"
      about="Signals in your tier’s private channel, and a bot that shows their results."
    >
      <OfflineNotice what="Linking Telegram" />
      {failure !== null && online && (
        <Notice
          tone="warning"
          actions={
            <Button size="small" onClick={reload}>
              Try again
            </Button>
          }
        >
          {failure}
        </Notice>
      )}
      {!link && online && failure === null && <Skeleton className="h-14" />}
      {link && link.linkedAt === null && <Unlinked link={link} reload={reload} />}
      {link && link.linkedAt !== null && (
        <Linked link={link} linkedAt={Date.parse(link.linkedAt)} reload={reload} />
      )}
    </Section>
  );
}

function describeChannel({ channel }: TelegramLink): string {
  return channel === null
    ? 'No channel is open to you while your dashboard is locked.'
    : `Your tier includes the ${TIER_NAMES[channel]} channel: one post per signal, edited when it is confirmed and settled.`;
}

/** Shows the code and a link to the bot until the code expires. */
function Unlinked({ link, reload }: { link: TelegramLink; reload: () => void }) {
  const [code, setCode] = useState<TelegramCode | null>(null);
  const now = useNow();
  const form = useForm(telegramEndpoints.telegramCode.body, {
    initial: { currentPassword: '' },
    onSubmit: async ({ currentPassword }) => setCode(await requestTelegramCode(currentPassword)),
    failure: toFailureText(telegramEndpoints.telegramCode),
    clears: true,
  });
  const remainingMs = code === null ? 0 : code.expiresAt - now;
  return (
    <>
      <p className="text-sm text-pretty text-muted">{describeChannel(link)}</p>
      {form.failure !== null && <Notice tone="error">{form.failure}</Notice>}
      {code !== null && remainingMs > 0 && (
        <div className="grid gap-3">
          <CopyField label="Code for Telegram" value={code.code} />
          <p className="text-sm text-muted tabular-nums">
            Valid for <span translate="no">{formatMinutesSeconds(remainingMs)}</span>, for one use.
            Open the bot and press Start, or send it the code.
          </p>
          <div className="flex flex-wrap gap-2">
            <ExternalLinkButton href={code.url}>Open the bot</ExternalLinkButton>
            <Button onClick={reload}>I’ve done this</Button>
          </div>
        </div>
      )}
      {code !== null && remainingMs <= 0 && <Notice>That code has expired.</Notice>}
      <form {...form.props} className="grid gap-4 sm:max-w-sm">
        <PasswordField
          {...form.field('currentPassword')}
          label="Your password, to link a chat"
          autoComplete="current-password"
        />
        <SubmitButton
          variant="secondary"
          busyLabel={form.pending ? 'Requesting a code…' : undefined}
          waitMs={form.waitMs}
        >
          {code === null ? 'Get a code' : 'Get another code'}
        </SubmitButton>
      </form>
    </>
  );
}

function Linked({
  link,
  linkedAt,
  reload,
}: {
  link: TelegramLink;
  /** Epoch ms. */
  linkedAt: number;
  reload: () => void;
}) {
  const zone = useZone();
  const { pending, failure, send } = useMutation(async () => {
    await unlinkTelegram();
    reload();
  }, toFailureText(telegramEndpoints.unlinkTelegram));
  return (
    <>
      <p className="text-sm text-pretty">
        <span className="font-semibold">{`Linked since ${formatDate(linkedAt, zone)}.`}</span>{' '}
        <span className="text-muted">{`${describeChannel(link)} The bot sends the invitation.`}</span>
      </p>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <div className="flex flex-wrap gap-2">
        {link.bot !== null && (
          <ExternalLinkButton href={link.bot} size="small">
            Open the bot
          </ExternalLinkButton>
        )}
        <Button
          size="small"
          busyLabel={pending ? 'Unlinking…' : undefined}
          onClick={() => void send()}
        >
          Unlink Telegram
        </Button>
      </div>
    </>
  );
}
