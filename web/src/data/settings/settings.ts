import {
  type Notifications,
  SETTING_NAMES,
  type SettingValues,
  settingValuesOf,
  type User,
  type ZoneChoice,
} from '@quantalgo/contracts/account/member';
import type { DeskFigures } from '@quantalgo/contracts/settings/desk';
import { isOfKind, isUnsent, type ItemOf, type OutboxItem } from '../outbox/item';
import { append, useOutbox } from '../outbox/outbox';
import { storeWaitingZone, zoneChoice } from '../auth/currentSession';

/** A member's settings. */
interface Settings {
  readonly fullName: string;
  /** Contact for support; empty if none was given. */
  readonly phone: string;
  readonly telegram: string;
  /** What the member's broker pays on a won stake, as a share. */
  readonly payout: number;
  /** The figures of their risk desk; null where they gave none. */
  readonly desk: DeskFigures | null;
  readonly notifications: Notifications;
}

/** The settings as they will be once the server has all unsent changes. */
export interface SettingsView extends Settings {
  /** Whether there are unsent changes. */
  readonly unsent: boolean;
  /** The last change, if the server refused it. */
  readonly refused: ItemOf<'settings'> | null;
}

function changed(settings: Settings, { content: { body } }: ItemOf<'settings'>): Settings {
  const { fullName = settings.fullName, notifications: given } = body;
  const { phone = settings.phone, telegram = settings.telegram } = body;
  const { payout = settings.payout, desk = settings.desk } = body;
  const { signals, trades, marketing, security } = settings.notifications;
  return {
    fullName,
    phone,
    telegram,
    payout,
    desk,
    notifications: {
      signals: given?.signals ?? signals,
      trades: given?.trades ?? trades,
      marketing: given?.marketing ?? marketing,
      security: given?.security ?? security,
    },
  };
}

/** The settings with the unsent changes applied. @param items those of the outbox, oldest first */
export function settingsView(user: User, items: readonly OutboxItem[]): SettingsView {
  const own = items.filter(isOfKind('settings'));
  const unsent = own.filter(isUnsent);
  const last = own.at(-1);
  const { fullName, phone, telegram, payout, desk, notifications } = user;
  const stored: Settings = {
    fullName,
    phone: phone ?? '',
    telegram: telegram ?? '',
    payout,
    desk,
    notifications,
  };
  return {
    ...unsent.reduce(changed, stored),
    unsent: unsent.length > 0,
    refused: last?.state === 'refused' ? last : null,
  };
}

/**
 * The zone of the newest unsent change of zone, null if there is none.
 * @param items those of the outbox, oldest first
 */
export const unsentZone = (items: readonly OutboxItem[]): ZoneChoice | null =>
  items
    .filter(isOfKind('settings'))
    .filter(isUnsent)
    .reduce<ZoneChoice | null>((zone, { content }) => content.body.zone ?? zone, null);

type SettingsChange = ItemOf<'settings'>['content']['body'];

/** The displayed values of the changed settings: the server preserves values that another device set meanwhile. */
function seenBy(change: SettingsChange, shown: SettingValues): SettingValues {
  const named = settingValuesOf(change);
  const seen = SETTING_NAMES.filter((name) => named[name] !== undefined);
  return Object.fromEntries(seen.map((name) => [name, shown[name]]));
}

/**
 * Changes settings: at once if there is a connection, otherwise as soon as there is.
 * @param shown the values that the member saw when they made the change, unsent changes included
 * @throws Error if nothing can be stored
 */
export async function changeSettings(
  { id }: Pick<User, 'id'>,
  change: SettingsChange,
  shown: SettingValues,
): Promise<void> {
  await append(id, { kind: 'settings', body: { ...change, saw: seenBy(change, shown) } });
}

/**
 * Changes the zone of displayed times: here at once, on other devices once it is sent.
 * @throws Error if nothing can be stored
 */
export async function chooseZone(user: User, zone: ZoneChoice): Promise<void> {
  const before = zoneChoice();
  storeWaitingZone(user.id, zone);
  try {
    await changeSettings(user, { zone }, { zone: before });
  } catch (error) {
    storeWaitingZone(user.id, before);
    throw error;
  }
}

/** The name of the device's zone: `Europe/Berlin`. */
export const deviceZoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The member's settings with unsent changes; undefined while these are read. */
export function useSettings(user: User): SettingsView | undefined {
  const items = useOutbox(user.id);
  return items && settingsView(user, items);
}
