/** Facts that an affiliate programme may report in one call. */
export const POSTBACK_FIELDS = [
  'traderId',
  'clickId',
  'event',
  'amount',
  'total',
  'currency',
  'eventId',
  'registration',
  'confirmation',
  'firstDeposit',
  'deposit',
  'withdrawal',
] as const;

export type PostbackField = (typeof POSTBACK_FIELDS)[number];

/** The programme's parameter for each field. Absent or empty for fields that it doesn't report. */
export type PostbackNames = Readonly<Partial<Record<PostbackField, string>>>;

/** Parameters from the programmes' documentation or their partners (sources in docs/broker.md). */
export const POSTBACK_PRESETS = {
  pocketOption: {
    traderId: 'trader_id',
    clickId: 'click_id',
    event: 'event',
    amount: 'sumdep',
    total: 'totaldep',
    currency: 'currency',
    eventId: 'trade_id',
    registration: 'reg',
    confirmation: 'conf',
    firstDeposit: 'ftd',
    deposit: 'dep',
    withdrawal: 'wdr',
  },
  binomo: {
    traderId: 'user_id',
    clickId: 'click_id',
    amount: 'sum',
    eventId: 'tid',
    registration: 'reg',
    confirmation: 'conf',
    firstDeposit: 'ftd',
    deposit: 'dep',
  },
  json: {
    traderId: 'user_id',
    clickId: 'click_id',
    event: 'event',
    amount: 'amount',
    currency: 'currency',
    eventId: 'reference_id',
  },
} as const satisfies Record<string, PostbackNames>;

export type PostbackPreset = keyof typeof POSTBACK_PRESETS;

const isPreset = (name: string): name is PostbackPreset => Object.hasOwn(POSTBACK_PRESETS, name);

const isField = (name: string): name is PostbackField =>
  POSTBACK_FIELDS.some((field) => field === name);

const PARAMETER_NAME = /^[\w.-]{0,40}$/;

/**
 * A preset and changes to it, such as `pocketOption traderId=uid total=`. An empty parameter
 * removes the field.
 * @throws Error that names the wrong part
 */
export function parsePostbackNames(setting: string): PostbackNames {
  const [preset = '', ...changes] = setting.trim().split(/\s+/);
  if (!isPreset(preset))
    throw new Error(
      `Unknown preset ${preset}. Use one of ${Object.keys(POSTBACK_PRESETS).join(', ')}.`,
    );
  const names: Partial<Record<PostbackField, string>> = { ...POSTBACK_PRESETS[preset] };
  for (const change of changes) {
    const [field = '', parameter = ''] = change.split('=');
    if (!isField(field))
      throw new Error(`Unknown field ${field}. Use one of ${POSTBACK_FIELDS.join(', ')}.`);
    if (!PARAMETER_NAME.test(parameter)) throw new Error(`${change} has an invalid parameter name`);
    names[field] = parameter;
  }
  if (names.traderId === undefined || names.traderId === '')
    throw new Error('traderId needs a parameter, because it identifies the account');
  return names;
}
