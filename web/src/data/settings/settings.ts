import { type User } from '@quantalgo/contracts/account/member';
import {
  applyNotifications,
  applyPreferences,
  type Notifications,
  type Preferences,
  SETTING_NAMES,
  type SettingValues,
  flattenSettings,
  type ZoneChoice,
} from '@quantalgo/contracts/settings/settings';
import type { DeskFigures } from '@quantalgo/contracts/settings/desk';
import { findRefused } from '../outbox/findRefused';
import { isOfKind, isUnsent, type TypedOutboxItem, type OutboxItem } from '../outbox/item';
import { enqueueItem, useOutbox } from '../outbox/outbox';
import { storeUnsentZone, getZoneChoice } from '../auth/currentSession';
import { chosenPayouts, isSamePayouts } from './payout';

type SettingsChange = TypedOutboxItem<'settings'>['content']['body'];

type SettingName = (typeof SETTING_NAMES)[number];

interface Settings extends Preferences {
  readonly fullName: string;
  readonly phone: string;
  readonly telegram: string;
  readonly country: string;
  readonly desk: DeskFigures | null;
  readonly notifications: Notifications;
}

export interface SettingsView extends Settings {
  readonly unsent: boolean;
  readonly refused: TypedOutboxItem<'settings'> | null;
}

function applyChange(
  settings: Settings,
  { content: { body } }: TypedOutboxItem<'settings'>,
): Settings {
  const { country = settings.country } = body;
  const { fullName = settings.fullName, phone = settings.phone } = body;
  const { telegram = settings.telegram, desk = settings.desk } = body;
  const notifications = applyNotifications(settings.notifications, body.notifications);
  return {
    ...applyPreferences(settings, body),
    fullName,
    phone,
    telegram,
    country,
    desk,
    notifications,
  };
}

const listChangedNames = (body: SettingsChange): SettingName[] => {
  const values = flattenSettings(body);
  return SETTING_NAMES.filter((name) => values[name] !== undefined);
};

export function toSettingsView(user: User, items: readonly OutboxItem[]): SettingsView {
  const changes = items.filter(isOfKind('settings'));
  const unsent = changes.filter(isUnsent);
  const { fullName, phone, telegram, country, desk, notifications } = user;
  const stored: Settings = {
    ...applyPreferences(user, {}),
    fullName,
    phone: phone ?? '',
    telegram: telegram ?? '',
    country: country ?? '',
    desk,
    notifications,
  };
  return {
    ...unsent.reduce(applyChange, stored),
    unsent: unsent.length > 0,
    refused: findRefused(changes, ({ content }) => listChangedNames(content.body)),
  };
}

export const findUnsentZone = (items: readonly OutboxItem[]): ZoneChoice | null =>
  items
    .filter(isOfKind('settings'))
    .filter(isUnsent)
    .reduce<ZoneChoice | null>((zone, { content }) => content.body.zone ?? zone, null);

/**
 * Drops refused and discarded changes from the chosen payouts. Retains sent ones, because the
 * worker doesn't store responses.
 */
export function updateChosenPayouts(uid: string, items: readonly OutboxItem[]): void {
  const choice = chosenPayouts.get();
  if (choice?.uid !== uid) return;
  const { before, since } = choice;
  const isEffective = (item: OutboxItem) =>
    isUnsent(item) || (item.state === 'sent' && (item.sentAt ?? 0) >= since);
  let { payout, pairPayouts } = before;
  for (const { content } of items.filter(isOfKind('settings')).filter(isEffective))
    ({ payout = payout, pairPayouts = pairPayouts } = content.body);
  if (!isSamePayouts(choice, { payout, pairPayouts }))
    chosenPayouts.set({ ...choice, payout, pairPayouts });
}

/**
 * The displayed values of the changed settings. The server doesn't overwrite values that another
 * device has changed since.
 */
function selectSeenValues(change: SettingsChange, displayed: SettingValues): SettingValues {
  return Object.fromEntries(listChangedNames(change).map((name) => [name, displayed[name]]));
}

/**
 * Queues the change in the outbox.
 * @param displayed the values that the member saw when making the change
 * @throws Error if nothing can be stored
 */
export async function changeSettings(
  { id }: Pick<User, 'id'>,
  change: SettingsChange,
  displayed: SettingValues,
): Promise<void> {
  await enqueueItem(id, {
    kind: 'settings',
    body: { ...change, saw: selectSeenValues(change, displayed) },
  });
}

export async function chooseZone(user: User, zone: ZoneChoice): Promise<void> {
  const previousZone = getZoneChoice();
  storeUnsentZone(user.id, zone);
  try {
    await changeSettings(user, { zone }, { zone: previousZone });
  } catch (error) {
    storeUnsentZone(user.id, previousZone);
    throw error;
  }
}

export const getDeviceZoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export function useSettings(user: User): SettingsView | undefined {
  const items = useOutbox(user.id);
  return items && toSettingsView(user, items);
}
