import * as z from 'zod/mini';
import { type RawSettings, parseSettings } from './settings';

export interface Brand {
  readonly name: string;
  readonly description: string;
  readonly telegram: {
    readonly community: string;
    readonly support: string;
    readonly bot: string | null;
  };
  readonly broker: {
    readonly name: string;
    /** With a placeholder for the member's admission code; see `buildBrokerLink`. */
    readonly signUp: string;
    readonly promoCode: string;
  };
  readonly isDemonstration: boolean;
}

const DESCRIPTION =
  'Trading signals on a five-minute clock, sealed before they are right or wrong.';

export const DEMONSTRATION_BRAND: Brand = {
  name: 'QuantAlgo',
  description: DESCRIPTION,
  telegram: {
    community: 'https://t.me/quantalgo',
    support: 'https://t.me/quantalgo_support',
    bot: 'https://t.me/quantalgo_signals_bot',
  },
  broker: {
    name: 'Pocket Option',
    signUp: 'https://pocketoption.com/register?utm_source=quantalgo&click_id={member}',
    promoCode: 'QuantAlgo100',
  },
  isDemonstration: true,
};

const nameSchema = z
  .string()
  .check(z.regex(/^[\p{L}\p{N}][\p{L}\p{N} .&’'-]{0,29}$/u, 'must be a name of 1–30 characters'));

const codeSchema = z
  .string()
  .check(z.regex(/^[\w.-]{2,64}$/, 'must be 2–64 letters, digits, `.`, `_` or `-`'));

const normalizeHandle = (handle: string): string => handle.replace(/^.*[@/]/, '').toLowerCase();

const isDemonstrationHandle = (handle: string): boolean =>
  Object.values(DEMONSTRATION_BRAND.telegram).some(
    (url) => normalizeHandle(url ?? '') === normalizeHandle(handle),
  );

/**
 * A public handle or its address. Refuses invitation links, which can't be compared without a
 * handle.
 */
const channelSchema = z.pipe(
  z.string().check(
    z.regex(/^(@|https:\/\/t\.me\/)[a-z]\w{4,31}$/i, 'must be @handle or https://t.me/handle'),
    z.refine((handle) => !isDemonstrationHandle(handle), 'is still the demo value'),
  ),
  z.transform((handle) => handle.replace('@', 'https://t.me/')),
);

const settingsSchema = z.object({
  BRAND_NAME: nameSchema,
  TELEGRAM_COMMUNITY: channelSchema,
  TELEGRAM_SUPPORT: channelSchema,
  TELEGRAM_BOT: z.optional(channelSchema),
  BROKER_NAME: nameSchema,
  BROKER_LINK: z.string(),
  AFFILIATE_ID: codeSchema,
  AFFILIATE_CAMPAIGN: z.optional(codeSchema),
  PROMO_CODE: codeSchema,
});

type Settings = z.infer<typeof settingsSchema>;

export const hasBrandSettings = (input: RawSettings): boolean =>
  Object.keys(settingsSchema.shape).some((key) => (input[key] ?? '') !== '');

const buildSignUpLink = ({
  BROKER_LINK,
  AFFILIATE_ID,
  AFFILIATE_CAMPAIGN = '',
}: Settings): string =>
  BROKER_LINK.replaceAll('{affiliate}', AFFILIATE_ID).replaceAll('{campaign}', AFFILIATE_CAMPAIGN);

const toBrand = (input: Settings): Brand => ({
  name: input.BRAND_NAME,
  description: DESCRIPTION,
  telegram: {
    community: input.TELEGRAM_COMMUNITY,
    support: input.TELEGRAM_SUPPORT,
    bot: input.TELEGRAM_BOT ?? null,
  },
  broker: { name: input.BROKER_NAME, signUp: buildSignUpLink(input), promoCode: input.PROMO_CODE },
  isDemonstration: false,
});

/** Without an affiliate id in the link, the broker's accounts can't be matched to members. */
function validateLink(input: Settings): string[] {
  const { BROKER_LINK, AFFILIATE_CAMPAIGN } = input;
  const link = buildSignUpLink(input).replaceAll('{member}', '');
  const hasCampaign = BROKER_LINK.includes('{campaign}');
  const rules: readonly (readonly [boolean, string])[] = [
    [!/^https:\/\/[\w-]+(\.[\w-]+)+[/?]/.test(BROKER_LINK), 'BROKER_LINK must be an https address'],
    [/[{}\s<>"\\]/.test(link), 'BROKER_LINK has an unknown placeholder or an invalid character'],
    [!BROKER_LINK.includes('{affiliate}'), 'BROKER_LINK lacks {affiliate}'],
    [hasCampaign && AFFILIATE_CAMPAIGN === undefined, 'AFFILIATE_CAMPAIGN is missing'],
    [!hasCampaign && AFFILIATE_CAMPAIGN !== undefined, 'BROKER_LINK lacks {campaign}'],
  ];
  return rules.flatMap(([isBroken, problem]) => (isBroken ? [problem] : []));
}

function validateChannels({ TELEGRAM_COMMUNITY, TELEGRAM_SUPPORT, TELEGRAM_BOT }: Settings) {
  const [community, support, bot] = [TELEGRAM_COMMUNITY, TELEGRAM_SUPPORT, TELEGRAM_BOT].map(
    (url) => url?.toLowerCase(),
  );
  const rules: readonly (readonly [boolean, string])[] = [
    [support === community, 'TELEGRAM_SUPPORT must differ from TELEGRAM_COMMUNITY'],
    [bot !== undefined && [community, support].includes(bot), 'TELEGRAM_BOT duplicates a channel'],
    [bot !== undefined && !bot.endsWith('bot'), 'TELEGRAM_BOT must end in bot'],
  ];
  return rules.flatMap(([isBroken, problem]) => (isBroken ? [problem] : []));
}

function readBrand(input: RawSettings): Brand | readonly string[] {
  const parsed = parseSettings(settingsSchema, input);
  if ('problems' in parsed) return parsed.problems;
  const brand = toBrand(parsed.data);
  const isDemonstrationLink = brand.broker.signUp === DEMONSTRATION_BRAND.broker.signUp;
  const problems = [
    ...validateChannels(parsed.data),
    ...validateLink(parsed.data),
    ...(isDemonstrationLink ? ['BROKER_LINK is still the demo value'] : []),
  ];
  return problems.length > 0 ? problems : brand;
}

export function validateBrand(input: RawSettings): readonly string[] {
  const result = readBrand(input);
  return 'name' in result ? [] : result;
}

/**
 * Empty settings count as missing. Ignores unrelated ones.
 * @throws Error naming each setting that is missing, invalid or still the demo value
 */
export function parseBrand(input: RawSettings): Brand {
  const result = readBrand(input);
  if ('name' in result) return result;
  throw new Error(`Invalid brand settings: ${result.join(', ')}`);
}
