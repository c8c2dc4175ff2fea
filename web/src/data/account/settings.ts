import type { Notifications, User, ZoneChoice } from '@quantalgo/contracts';
import { isOfKind, isUnsent, type ItemOf, type OutboxItem } from '../outbox/item';
import { append, useOutbox } from '../outbox/outbox';
import { storeWaitingZone, zoneChoice } from '../session/currentSession';

/** What a member sets of their own. */
interface Settings {
  readonly fullName: string;
  readonly notifications: Notifications;
}

/** The settings, as the server knows them and as they will be once all that waits here is sent. */
export interface SettingsView extends Settings {
  /** Changes that the server has not answered for. */
  readonly unsent: boolean;
  /** The last change, where the server refused it. */
  readonly refused: ItemOf<'settings'> | null;
}

function changed(settings: Settings, { content: { body } }: ItemOf<'settings'>): Settings {
  const { fullName = settings.fullName, notifications: given } = body;
  const { signals, trades, marketing, security } = settings.notifications;
  return {
    fullName,
    notifications: {
      signals: given?.signals ?? signals,
      trades: given?.trades ?? trades,
      marketing: given?.marketing ?? marketing,
      security: given?.security ?? security,
    },
  };
}

/** @param items those of the outbox, oldest first */
export function settingsView(user: User, items: readonly OutboxItem[]): SettingsView {
  const own = items.filter(isOfKind('settings'));
  const unsent = own.filter(isUnsent);
  const last = own.at(-1);
  const { fullName, notifications } = unsent.reduce<Settings>(changed, user);
  return {
    fullName,
    notifications,
    unsent: unsent.length > 0,
    refused: last?.state === 'refused' ? last : null,
  };
}

/** The zone that the newest unsent change chooses, null where none does. @param items those of the outbox, oldest first */
export const unsentZone = (items: readonly OutboxItem[]): ZoneChoice | null =>
  items
    .filter(isOfKind('settings'))
    .filter(isUnsent)
    .reduce<ZoneChoice | null>((zone, { content }) => content.body.zone ?? zone, null);

/** Has times told in a zone: here at once, elsewhere once it is sent. @throws Error when nothing can be stored */
export async function chooseZone({ id }: User, zone: ZoneChoice): Promise<void> {
  const before = zoneChoice();
  storeWaitingZone(id, zone);
  try {
    await append(id, { kind: 'settings', body: { zone } });
  } catch (error) {
    storeWaitingZone(id, before);
    throw error;
  }
}

/** The name of the device's own zone: `Europe/Berlin`. */
export const deviceZoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The member's settings with the changes that wait here; undefined while these are read. */
export function useSettings(user: User): SettingsView | undefined {
  const items = useOutbox(user.id);
  return items && settingsView(user, items);
}
