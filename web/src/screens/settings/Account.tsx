import {
  countText,
  endpoints,
  type Notification,
  NOTIFICATIONS,
  type User,
} from '@quantalgo/contracts';
import { type SubmitEvent, useRef, useState } from 'react';
import { memberArchive } from '../../data/account/archive';
import { deleteAccount } from '../../data/account/security';
import type { SettingsView } from '../../data/account/settings';
import { saveFile } from '../../data/core/saveFile';
import { useOnline } from '../../data/core/useOnline';
import type { ItemOf } from '../../data/outbox/item';
import { append, discard, tryAgain, useOutboxKept } from '../../data/outbox/outbox';
import { useSending } from '../../data/session/useSending';
import { Button, SubmitButton } from '../../ui/Button';
import { Switch } from '../../ui/Choices';
import { Dialog } from '../../ui/Dialog';
import { PasswordField, TextField } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { failureWords, OnlineOnly, Section } from './Section';

/** What each kind of notification tells. */
const NOTIFICATION_WORDS: Readonly<Record<Notification, { name: string; text: string }>> = {
  signals: { name: 'Signals', text: 'A new signal of your tier, and how it ended.' },
  trades: { name: 'Trades', text: 'What your trades and proofs have come to.' },
  security: { name: 'Security', text: 'Sign-ins, and changes of password or address.' },
  marketing: { name: 'Offers and news', text: 'Now and then. Off unless you ask for it.' },
};

/** Asked before an account is deleted. */
const DELETE_QUESTION =
  'Are you sure you want to delete your account? This action cannot be undone.';

/** What goes with it. */
const DELETED_WITH_IT = [
  'Your name, address, phone number and password',
  'Your trader ID, account setups, and the screenshots and files you sent',
  'Your tickets and their answers',
  'Your sessions on all devices, and what this device keeps',
] as const;

/** What does not. */
const DELETED_WITHOUT =
  'The public ledger of signals stays: it names nobody. Your broker account is the broker’s matter.';

const SAVE_FAILED = 'It could not be saved on this device. Please try again.';

/** The member's name. */
export function Profile({ member, fullName }: { member: User; fullName: string }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const value = typed ?? fullName;
  const save = async () => {
    const parsed = endpoints.updateAccount.body.safeParse({ fullName: value });
    setError(parsed.error?.issues[0]?.message);
    if (!parsed.success) return input.current?.focus();
    await keepSettings(member.id, parsed.data);
    setTyped(parsed.data.fullName ?? null);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (value !== fullName) void save().catch(() => setError(SAVE_FAILED));
  };
  return (
    <Section id="profile" title="Profile" about="How we greet you, and how support knows you.">
      <form
        noValidate
        onSubmit={submit}
        className="grid gap-4 sm:max-w-xl sm:grid-cols-[1fr_auto] sm:items-start"
      >
        <TextField
          ref={input}
          label="Full name"
          name="fullName"
          autoComplete="name"
          value={value}
          error={error}
          onChange={({ target }) => {
            setTyped(target.value);
            setError(undefined);
          }}
        />
        <div className="grid sm:pt-7">
          <SubmitButton doing={undefined} look="secondary" disabled={value === fullName}>
            Save name
          </SubmitButton>
        </div>
      </form>
    </Section>
  );
}

/** What the member wants to be told. Each takes hold at once. */
export function Notifications({
  member,
  notifications,
}: {
  member: User;
  notifications: SettingsView['notifications'];
}) {
  // What was pressed shows at once, until it lies in the outbox: a switch that lags seems broken.
  const [pressed, setPressed] = useState<{ kind: Notification; on: boolean } | null>(null);
  const [failed, setFailed] = useState(false);
  if (pressed && notifications[pressed.kind] === pressed.on) setPressed(null);
  const set = async (kind: Notification, on: boolean) => {
    setPressed({ kind, on });
    setFailed(false);
    try {
      await keepSettings(member.id, { notifications: { [kind]: on } });
    } catch {
      setPressed(null);
      setFailed(true);
    }
  };
  return (
    <Section
      id="notifications"
      title="Notifications"
      about="What you want to be told. A change takes hold at once."
    >
      <div className="-my-2 divide-y divide-line-soft">
        {NOTIFICATIONS.map((kind) => (
          <Switch
            key={kind}
            label={NOTIFICATION_WORDS[kind].name}
            help={NOTIFICATION_WORDS[kind].text}
            checked={pressed?.kind === kind ? pressed.on : notifications[kind]}
            onChange={(on) => void set(kind, on)}
          />
        ))}
      </div>
      {failed && (
        <Notice tone="error">It could not be saved on this device. Please try again.</Notice>
      )}
    </Section>
  );
}

/** Has settings changed: at once where there is a connection, otherwise as soon as there is. @throws Error when nothing can be stored */
async function keepSettings(
  uid: string,
  body: ItemOf<'settings'>['content']['body'],
): Promise<void> {
  await append(uid, { kind: 'settings', body });
}

const ignore = () => undefined;

const waitingWords = (kept: boolean) =>
  kept
    ? 'Your changes are saved on this device and sent once you are back online.'
    : 'Your changes are sent once you are back online. Leave this page open until then.';

/** What has become of the last changes of name, notifications and time zone, where that is worth saying. */
export function Delivery({ settings: { unsent, refused } }: { settings: SettingsView }) {
  const online = useOnline();
  const kept = useOutboxKept();
  if (refused && !unsent)
    return (
      <Notice
        tone="error"
        actions={
          <>
            <Button size="small" onClick={() => void tryAgain(refused).catch(ignore)}>
              Try again
            </Button>
            <Button
              look="quiet"
              size="small"
              onClick={() => void discard(refused.id).catch(ignore)}
            >
              Discard
            </Button>
          </>
        }
      >
        {refused.reason ?? 'Your changes were not saved.'}
      </Notice>
    );
  return unsent && !online ? <Notice>{waitingWords(kept)}</Notice> : null;
}

const DOWNLOAD_WORDS = failureWords('exportAccount');

/** All that is kept about the member, as a file. */
export function Download() {
  const [count, setCount] = useState(0);
  const [saved, setSaved] = useState(false);
  const { sending, failure, waitMs, send } = useSending(async () => {
    setCount(0);
    setSaved(false);
    saveFile(await memberArchive(setCount));
    setSaved(true);
  }, DOWNLOAD_WORDS);
  return (
    <Section
      id="download"
      title="Your data"
      about="All that we keep about you, the ledger proofs of every signal you received included."
    >
      <OnlineOnly what="The download" />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      {saved && (
        <Notice>The archive is written: account.json, and signals.csv for spreadsheets.</Notice>
      )}
      <div className="grid sm:justify-start">
        <Button
          disabled={waitMs > 0}
          doing={sending ? `Gathering… ${countText(count)} signals` : undefined}
          onClick={() => void send()}
        >
          Download my data
        </Button>
      </div>
    </Section>
  );
}

/** The end of the account. */
export function Delete() {
  const [open, setOpen] = useState(false);
  const stay = () => setOpen(false);
  return (
    <Section id="delete" title="Delete account" about="At once and for good, on our side and here.">
      <div className="grid sm:justify-start">
        <Button look="danger" onClick={() => setOpen(true)}>
          Delete my account
        </Button>
      </div>
      <Dialog open={open} onClose={stay} label="Delete account">
        <DeleteForm onStay={stay} />
      </Dialog>
    </Section>
  );
}

const DELETE_WORDS = failureWords('deleteAccount');

/** The question, what goes, and the password that says it is really the member. */
function DeleteForm({ onStay }: { onStay: () => void }) {
  const [currentPassword, setCurrentPassword] = useState('');
  const [error, setError] = useState<string>();
  const { sending, failure, waitMs, send } = useSending(deleteAccount, DELETE_WORDS);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const parsed = endpoints.deleteAccount.body.safeParse({ currentPassword });
    setError(parsed.error?.issues[0]?.message);
    if (parsed.success) void send(currentPassword);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4 p-5">
      <h2 className="text-lg">{DELETE_QUESTION}</h2>
      <div className="grid gap-2 text-sm">
        <p>These are removed at once:</p>
        <ul className="grid list-disc gap-1 pl-5 text-muted">
          {DELETED_WITH_IT.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
        <p className="text-muted">{DELETED_WITHOUT}</p>
      </div>
      <OnlineOnly what="Deleting the account" />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        value={currentPassword}
        error={error}
        onChange={({ target }) => setCurrentPassword(target.value)}
      />
      <div className="grid gap-3 sm:flex sm:justify-end">
        <SubmitButton doing={sending ? 'Deleting…' : undefined} waitMs={waitMs} look="danger">
          Delete for good
        </SubmitButton>
        <Button look="primary" onClick={onStay}>
          Keep my account
        </Button>
      </div>
    </form>
  );
}
