import { TIER_NAMES } from '@quantalgo/contracts/access/access';
import { minutesSeconds } from '@quantalgo/contracts/core/durations';
import { dateText } from '@quantalgo/contracts/core/format';
import { telegramEndpoints, type TelegramLink } from '@quantalgo/contracts/telegram/endpoints';
import { type SubmitEvent, useEffect, useState } from 'react';
import {
  fetchTelegramLink,
  requestTelegramCode,
  type TelegramCode,
  unlinkTelegram,
} from '../../data/telegram/telegram';
import { useNow } from '../../data/core/clock';
import { useFetched } from '../../data/core/useFetched';
import { useOnline } from '../../data/core/useOnline';
import { fallbackMessage } from '../../data/auth/errors';
import { useSending } from '../../data/auth/useSending';
import { useZone } from '../../core/zone';
import { Button, SubmitButton } from '../../ui/Button';
import { CopyField } from '../../ui/CopyField';
import { PasswordField } from '../../ui/Field';
import { ExternalLinkButton } from '../../ui/Links';
import { Skeleton } from '../../ui/Loading';
import { Notice } from '../../ui/Notice';
import { OnlineOnly, Section } from './Section';

/** The member's chat with the bot. It isn't shown on a site without a bot. */
export function Telegram() {
  const { found: link, failed, reload } = useFetched(fetchTelegramLink);
  const online = useOnline();
  // Back from Telegram, the chat may be linked.
  useEffect(() => {
    const looked = () => {
      if (document.visibilityState === 'visible') reload();
    };
    document.addEventListener('visibilitychange', looked);
    return () => document.removeEventListener('visibilitychange', looked);
  }, [reload]);
  if (link?.bot === null) return null;
  return (
    <Section
      id="telegram"
      title="Link Telegram"
      about="Signals in the private channel of your tier, and a bot that shows their results."
    >
      <OnlineOnly what="Linking" />
      {failed && online && (
        <Notice
          tone="warning"
          actions={
            <Button size="small" onClick={reload}>
              Try again
            </Button>
          }
        >
          The link could not be fetched.
        </Notice>
      )}
      {link === null && online && !failed && <Skeleton className="h-14" />}
      {link && link.linkedAt === null && <Unlinked link={link} reload={reload} />}
      {link && link.linkedAt !== null && (
        <Linked link={link} linkedAt={Date.parse(link.linkedAt)} reload={reload} />
      )}
    </Section>
  );
}

/** What the member's access opens. */
function channelText({ channel }: TelegramLink): string {
  return channel === null
    ? 'No channel is open to you while your dashboard is locked.'
    : `Your tier opens the ${TIER_NAMES[channel]} channel: one post per signal, edited when it is confirmed and settled.`;
}

/** Asks for the password and a code, and shows the code with the way to the bot until it expires. */
function Unlinked({ link, reload }: { link: TelegramLink; reload: () => void }) {
  const [given, setGiven] = useState<TelegramCode | null>(null);
  const [currentPassword, setCurrentPassword] = useState('');
  const [error, setError] = useState<string>();
  const now = useNow();
  const { sending, failure, waitMs, send } = useSending(async (password: string) => {
    setGiven(await requestTelegramCode(password));
    setCurrentPassword('');
  }, fallbackMessage(telegramEndpoints.telegramCode));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const parsed = telegramEndpoints.telegramCode.body.safeParse({ currentPassword });
    setError(parsed.error?.issues[0]?.message);
    if (parsed.success) void send(currentPassword);
  };
  const left = given === null ? 0 : given.expiresAt - now;
  return (
    <>
      <p className="text-sm text-pretty text-muted">{channelText(link)}</p>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      {given !== null && left > 0 && (
        <div className="grid gap-3">
          <CopyField label="Code for Telegram" value={given.code} />
          <p className="text-sm text-muted tabular-nums">
            Valid for <span translate="no">{minutesSeconds(left)}</span>, for one use. Open the bot
            and press Start, or send it the code.
          </p>
          <div className="flex flex-wrap gap-2">
            <ExternalLinkButton href={given.url}>Open the bot</ExternalLinkButton>
            <Button onClick={reload}>I have done it</Button>
          </div>
        </div>
      )}
      {given !== null && left <= 0 && <Notice>That code has expired.</Notice>}
      <form noValidate onSubmit={submit} className="grid gap-4 sm:max-w-sm">
        <PasswordField
          label="Your password, to link a chat"
          name="telegramPassword"
          autoComplete="current-password"
          value={currentPassword}
          onChange={({ target }) => setCurrentPassword(target.value)}
          error={error}
        />
        <SubmitButton
          variant="secondary"
          busyLabel={sending ? 'Asking for a code…' : undefined}
          waitMs={waitMs}
        >
          {given === null ? 'Get a code' : 'Get another code'}
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
  const { sending, failure, send } = useSending(async () => {
    await unlinkTelegram();
    reload();
  }, fallbackMessage(telegramEndpoints.unlinkTelegram));
  return (
    <>
      <p className="text-sm text-pretty">
        <span className="font-semibold">{`Linked since ${dateText(linkedAt, zone)}.`}</span>{' '}
        <span className="text-muted">{`${channelText(link)} The bot sends the invitation.`}</span>
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
          busyLabel={sending ? 'Unlinking…' : undefined}
          onClick={() => void send()}
        >
          Unlink Telegram
        </Button>
      </div>
    </>
  );
}
