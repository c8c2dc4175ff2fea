import { type User } from '@quantalgo/contracts/account/member';
import {
  NOTIFICATIONS,
  flattenSettings,
  type Preferences,
  selectNotifications,
  selectPreferences,
  type SettingValues,
  type ZoneChoice,
} from '@quantalgo/contracts/settings/settings';
import { securityEndpoints } from '@quantalgo/contracts/auth/securityEndpoints';
import { formatCount, formatShortDecimal } from '@quantalgo/contracts/core/format';
import { fullNameSchema } from '@quantalgo/contracts/core/validation';
import { archiveEndpoints } from '@quantalgo/contracts/privacy/endpoints';
import {
  DESK_FIGURES,
  type DeskFigures,
  deskFiguresSchema,
} from '@quantalgo/contracts/settings/desk';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { DELETED_DATA } from '../../content/personalData';
import { DELIVERY_SUFFIX, type DeliveryScope } from '../../content/submission';
import { deleteAccount } from '../../data/account/security';
import type { ArchiveProgress } from '../../data/privacy/archive';
import { changeSettings, type SettingsView } from '../../data/settings/settings';
import { saveFile } from '../../data/core/saveFile';
import { useOnline } from '../../data/core/useOnline';
import { useDeliveryScope } from '../../data/outbox/outbox';
import { useItemActions } from '../../data/outbox/useAction';
import { toFailureText } from '../../data/core/errors';
import { useForm } from '../../data/core/useForm';
import { useMutation } from '../../data/core/useMutation';
import { Button, SubmitButton } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { PasswordField, TextField } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { RefusedNotice } from '../../ui/RefusedNotice';
import { DESK_LABELS } from './deskText';
import { NOTIFICATION_NAMES } from './Notifications';
import { OfflineNotice, Section } from './Section';
import { SAVE_FAILED } from '../../ui/storageText';

const DELETE_QUESTION =
  'Are you sure you want to delete your account? This action cannot be undone.';

const REMAINING_DATA =
  'The public signal ledger stays, because it contains no names. Our audit log keeps, under a pseudonym, changes to your access, other staff actions on your account, and when a Telegram chat was linked or unlinked. Your broker account stays with the broker.';

/** Loads the naming rules on demand. */
function useNameHint({ id: uid, staff }: User, fullName: string): string {
  const [hint, setHint] = useState('Others see you as …');
  useEffect(() => {
    const describe = async () => {
      const { isNameHidden, formatPublicName } =
        await import('@quantalgo/contracts/account/shownName');
      const displayName = formatPublicName({ uid, fullName, staff });
      return isNameHidden({ fullName, staff })
        ? `Others see you as ${displayName}, because your name looks like a link, a number or a staff name. Change your name to have it shown.`
        : `Others see you as ${displayName}`;
    };
    let isCurrent = true;
    describe().then(
      (text) => isCurrent && setHint(text),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [uid, staff, fullName]);
  return hint;
}

const profileSchema = z.object({ fullName: fullNameSchema });

export function Profile({ member, fullName }: { member: User; fullName: string }) {
  const help = useNameHint(member, fullName);
  const form = useForm(profileSchema, {
    initial: { fullName },
    onSubmit: async (change, { replace }) => {
      await changeSettings(member, change, { fullName });
      replace(change);
    },
    failure: SAVE_FAILED,
    failureField: 'fullName',
  });
  return (
    <Section id="profile" title="Profile" about="The name we greet you with and support sees.">
      <form
        {...form.props}
        className="grid gap-4 sm:max-w-xl sm:grid-cols-[1fr_auto] sm:items-start"
      >
        <TextField {...form.field('fullName')} label="Full name" autoComplete="name" help={help} />
        <div className="grid sm:pt-7">
          <SubmitButton busyLabel={undefined} variant="secondary" disabled={!form.isChanged}>
            Save name
          </SubmitButton>
        </div>
      </form>
    </Section>
  );
}

const describeDelivery = (scope: DeliveryScope) =>
  `Your changes ${scope === 'page' ? 'will be' : 'are saved on this device, and will be'} sent once you are back online${DELIVERY_SUFFIX[scope]}`;

export function Delivery({ settings: { unsent, refused } }: { settings: SettingsView }) {
  const online = useOnline();
  const scope = useDeliveryScope();
  const getActions = useItemActions();
  if (refused && !unsent)
    return (
      <RefusedNotice
        reason={refused.reason ?? 'Your changes were not saved.'}
        {...getActions(refused)}
      />
    );
  return unsent && !online ? <Notice>{describeDelivery(scope)}</Notice> : null;
}

const ZONE_NAMES: Readonly<Record<ZoneChoice, string>> = {
  wat: 'Lagos (WAT)',
  device: 'the device’s time zone',
  utc: 'UTC',
};

const formatOnOff = (on: boolean) => (on ? 'on' : 'off');

type Line = readonly [label: string, text: string | undefined];

const formatText = (text: string | undefined) => (text === '' ? 'none' : text);

const describePreferences = ({
  zone,
  payout,
  pairPayouts,
}: SettingValues): Record<keyof Preferences, Line> => ({
  zone: ['Time zone', zone && ZONE_NAMES[zone]],
  payout: ['Payout', payout === undefined ? payout : `${formatShortDecimal(payout * 100)}%`],
  pairPayouts: ['Payouts by pair', formatText(pairPayouts)],
});

function toLines(values: SettingValues): string[] {
  const lines: Line[] = [
    ['Full name', values.fullName],
    ['Phone', formatText(values.phone)],
    ['Telegram', formatText(values.telegram)],
    ['Country', formatText(values.country)],
    ...Object.values(describePreferences(values)),
    ...DESK_FIGURES.map((figure): Line => {
      const value = values[figure];
      return [DESK_LABELS[figure], value === 0 ? 'none' : value?.toString()];
    }),
    ...NOTIFICATIONS.map((kind): Line => {
      const on = values[kind];
      return [NOTIFICATION_NAMES[kind], on === undefined ? on : formatOnOff(on)];
    }),
  ];
  return lines.flatMap(([label, text]) => (text === undefined ? [] : [`${label}: ${text}`]));
}

/** `currentDesk` supplies the figures that were not replaced. */
const buildChange = (values: SettingValues, currentDesk: DeskFigures | null) => {
  const { fullName, phone, telegram, country } = values;
  const changesDesk = DESK_FIGURES.some((figure) => values[figure] !== undefined);
  const desk = changesDesk
    ? deskFiguresSchema.safeParse({ ...currentDesk, ...values }).data
    : undefined;
  return {
    ...(fullName !== undefined && { fullName }),
    ...(phone !== undefined && phone !== '' && { phone }),
    ...(telegram !== undefined && { telegram }),
    ...(country !== undefined && country !== '' && { country }),
    ...selectPreferences(values),
    ...(desk !== undefined && { desk }),
    notifications: selectNotifications(values),
  };
};

/** Shows values from another device that were replaced before the member had seen them. */
export function ReplacedSettings({ member, settings }: { member: User; settings: SettingsView }) {
  const { replaced } = member;
  const [dismissed, setDismissed] = useState<unknown>(null);
  if (!replaced || dismissed === replaced) return null;
  const settleReplaced = (change: ReturnType<typeof buildChange> | null) => {
    setDismissed(replaced);
    const currentValues = flattenSettings(settings);
    changeSettings(member, { ...change, dismissed: replaced }, currentValues).catch(() =>
      setDismissed(null),
    );
  };
  return (
    <Notice
      actions={
        <>
          <Button variant="quiet" size="small" onClick={() => settleReplaced(null)}>
            Keep current settings
          </Button>
          <Button size="small" onClick={() => settleReplaced(buildChange(replaced, settings.desk))}>
            Restore these settings
          </Button>
        </>
      }
    >
      <p>Two devices changed the same settings. The later change was kept; the other was:</p>
      <ul className="list-disc pl-4 text-muted">
        {toLines(replaced).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Notice>
  );
}

const DOWNLOAD_ERROR = toFailureText(archiveEndpoints.exportAccount);

function describeProgress(progress: ArchiveProgress | null): string {
  if (!progress) return 'Gathering…';
  const count = formatCount(progress.count);
  if (progress.step === 'signals') return `Gathering signals… ${count}`;
  const share = `${count} of ${formatCount(progress.total)}`;
  return progress.step === 'files'
    ? `Gathering files… ${share}`
    : `Continuing in a few minutes… ${share} files`;
}

export function Download() {
  const [progress, setProgress] = useState<ArchiveProgress | null>(null);
  const [missingCount, setMissingCount] = useState<number | null>(null);
  const { pending, failure, waitMs, send } = useMutation(async () => {
    setProgress(null);
    setMissingCount(null);
    const { createMemberArchive } = await import('../../data/privacy/archive');
    const archive = await createMemberArchive(setProgress);
    saveFile(archive.file);
    setMissingCount(archive.missingCount);
  }, DOWNLOAD_ERROR);
  return (
    <Section
      id="download"
      title="Your data"
      about="Everything we store about you, with your files and the ledger proofs of every signal you received."
    >
      <OfflineNotice what="Downloading your data" />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      {missingCount !== null && (
        <Notice>
          Archive saved. It contains account.json, your files, and signals.csv for spreadsheets.
        </Notice>
      )}
      {missingCount !== null && missingCount > 0 && (
        <Notice tone="warning">
          {`${formatCount(missingCount)} of your files couldn’t be added. account.json lists all of them. Download the archive again later.`}
        </Notice>
      )}
      <div className="grid sm:justify-start">
        <Button
          disabled={waitMs > 0}
          busyLabel={pending ? describeProgress(progress) : undefined}
          onClick={() => void send()}
        >
          Download my data
        </Button>
      </div>
    </Section>
  );
}

export function Delete() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Section
      id="delete"
      title="Delete account"
      about="Immediately and permanently, on our servers and on this device."
    >
      <div className="grid sm:justify-start">
        <Button variant="danger" onClick={() => setOpen(true)}>
          Delete my account
        </Button>
      </div>
      <Dialog open={open} onClose={close} label="Delete account">
        <DeleteForm onCancel={close} />
      </Dialog>
    </Section>
  );
}

const DELETE_ERROR = toFailureText(securityEndpoints.deleteAccount);

function DeleteForm({ onCancel }: { onCancel: () => void }) {
  const form = useForm(securityEndpoints.deleteAccount.body, {
    initial: { currentPassword: '' },
    onSubmit: ({ currentPassword }) => deleteAccount(currentPassword),
    failure: DELETE_ERROR,
  });
  return (
    <form {...form.props} className="grid gap-4 p-5">
      <h2 className="text-lg">{DELETE_QUESTION}</h2>
      <div className="grid gap-2 text-sm">
        <p>These are deleted immediately:</p>
        <ul className="grid list-disc gap-1 pl-5 text-muted">
          {DELETED_DATA.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <p className="text-muted">{REMAINING_DATA}</p>
      </div>
      <OfflineNotice what="Deleting your account" />
      {form.failure !== null && <Notice tone="error">{form.failure}</Notice>}
      <PasswordField
        {...form.field('currentPassword')}
        label="Current password"
        autoComplete="current-password"
      />
      <div className="grid gap-3 sm:flex sm:justify-end">
        <SubmitButton
          busyLabel={form.pending ? 'Deleting…' : undefined}
          waitMs={form.waitMs}
          variant="danger"
        >
          Delete for good
        </SubmitButton>
        <Button variant="primary" onClick={onCancel}>
          Keep my account
        </Button>
      </div>
    </form>
  );
}
