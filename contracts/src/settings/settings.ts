import * as z from 'zod/mini';
import { timeField } from '../core/time';
import { fullNameSchema, phoneSchema, telegramNameSchema } from '../core/validation';
import { pairPayoutsSchema, payoutSchema, STATED_PAYOUT } from '../signals/payout';
import { type DeskFigures, deskFiguresSchema } from './desk';

export const NOTIFICATIONS = ['signals', 'trades', 'marketing', 'security'] as const;

export type NotificationSwitch = (typeof NOTIFICATIONS)[number];

const buildNotificationFields = <S>(schema: S): Record<NotificationSwitch, S> => ({
  signals: schema,
  trades: schema,
  marketing: schema,
  security: schema,
});

export const notificationsSchema = z.object(buildNotificationFields(z.boolean()));

export type Notifications = z.infer<typeof notificationsSchema>;

export const DEFAULT_NOTIFICATIONS: Notifications = {
  signals: true,
  trades: true,
  marketing: false,
  security: true,
};

export const ZONE_CHOICES = ['wat', 'device', 'utc'] as const;

export type ZoneChoice = (typeof ZONE_CHOICES)[number];

/** Lenient, like the fields below, because an unreadable value must not log a member out. */
export const zoneFieldSchema = z.catch(z.enum(ZONE_CHOICES), 'wat');

export const payoutFieldSchema = z.catch(payoutSchema, STATED_PAYOUT);

export const pairPayoutsFieldSchema = z.catch(pairPayoutsSchema, '');

/** To add a setting, add a line to each declaration down to `applyPreferences`. */
export interface Preferences {
  readonly zone: ZoneChoice;
  /** Broker's payout on a won stake, as a share. */
  readonly payout: number;
  /** Payouts of single pairs, in percent: `EURUSD 92, GBPUSD 90`. */
  readonly pairPayouts: string;
}

export const DEFAULT_PREFERENCES: Preferences = {
  zone: 'wat',
  payout: STATED_PAYOUT,
  pairPayouts: '',
};

export const preferenceFields = {
  zone: zoneFieldSchema,
  payout: payoutFieldSchema,
  pairPayouts: pairPayoutsFieldSchema,
};

const preferenceChanges = {
  zone: z.optional(z.enum(ZONE_CHOICES, 'Choose a time zone from the list')),
  payout: z.optional(payoutSchema),
  pairPayouts: z.optional(pairPayoutsSchema),
};

type PreferenceChange = { readonly [Name in keyof Preferences]?: Preferences[Name] | undefined };

export const selectPreferences = ({ zone, payout, pairPayouts }: PreferenceChange) => ({
  zone,
  payout,
  pairPayouts,
});

export const applyPreferences = (current: Preferences, change: PreferenceChange): Preferences => ({
  zone: change.zone ?? current.zone,
  payout: change.payout ?? current.payout,
  pairPayouts: change.pairPayouts ?? current.pairPayouts,
});

type NotificationChange = Readonly<Partial<Record<NotificationSwitch, boolean | undefined>>>;

export const selectNotifications = (change: NotificationChange): NotificationChange =>
  Object.fromEntries(NOTIFICATIONS.map((name) => [name, change[name]]));

export function applyNotifications(
  current: Notifications,
  change: NotificationChange = {},
): Notifications {
  const updated = { ...current };
  for (const name of NOTIFICATIONS) updated[name] = change[name] ?? current[name];
  return updated;
}

export const deskFieldSchema = z.catch(z.nullable(deskFiguresSchema), null);

const figureSchema = z.optional(z.number().check(z.gte(0)));

const settingValues = {
  fullName: z.optional(z.string()),
  phone: z.optional(z.string()),
  telegram: z.optional(z.string()),
  country: z.optional(z.string()),
  ...preferenceChanges,
  balance: figureSchema,
  leastStake: figureSchema,
  signalsADay: figureSchema,
  lostLadders: figureSchema,
  ...buildNotificationFields(z.optional(z.boolean())),
};

export const settingValuesSchema = z.object(settingValues);

const choiceSchema = z.optional(z.boolean('Notifications must be true or false'));

export const accountChangeSchema = z.strictObject({
  fullName: z.optional(fullNameSchema),
  phone: z.optional(phoneSchema),
  telegram: z.optional(telegramNameSchema),
  /** The server accepts only countries from the sign-up form's list. */
  country: z.optional(z.string()),
  notifications: z.optional(z.strictObject(buildNotificationFields(choiceSchema))),
  ...preferenceChanges,
  desk: z.optional(deskFiguresSchema),
  /**
   * Ends the trading day until this time, at most 25 hours ahead. Can't be earlier than the stored
   * time.
   */
  stoppedUntil: z.optional(timeField()),
  /** Values that the member saw before the change. Stored values that differ move to `replaced`. */
  saw: z.optional(settingValuesSchema),
  /** Values in `replaced` that the member has seen. The server removes them. */
  dismissed: z.optional(settingValuesSchema),
});

export type SettingValues = z.infer<typeof settingValuesSchema>;

export const SETTING_NAMES = z.keyof(settingValuesSchema).options;

const nullToEmpty = (text: string | null | undefined) => (text === null ? '' : text);

const NO_DESK: DeskFigures = { balance: 0, leastStake: 0, signalsADay: 0, lostLadders: 0 };

export interface NamedSettings extends PreferenceChange {
  readonly fullName?: string | undefined;
  readonly phone?: string | null | undefined;
  readonly telegram?: string | null | undefined;
  readonly country?: string | null | undefined;
  readonly desk?: DeskFigures | null | undefined;
  readonly notifications?: NotificationChange | undefined;
}

export const flattenSettings = (settings: NamedSettings): SettingValues => ({
  fullName: settings.fullName,
  phone: nullToEmpty(settings.phone),
  telegram: nullToEmpty(settings.telegram),
  country: nullToEmpty(settings.country),
  ...selectPreferences(settings),
  ...(settings.desk === null ? NO_DESK : settings.desk),
  ...settings.notifications,
});
