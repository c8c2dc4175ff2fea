import * as z from 'zod/mini';
import { type GivenSettings, parseSettings } from './settings';

/** The brand of a site: its name, its Telegram channels, and the broker that it links to. */
export interface Brand {
  readonly name: string;
  readonly description: string;
  /** Addresses, `https://t.me/<handle>`; `bot` is null if there is none. */
  readonly telegram: {
    readonly community: string;
    readonly support: string;
    readonly bot: string | null;
  };
  readonly broker: { readonly name: string; readonly signUp: string; readonly promoCode: string };
  /** True for the built-in brand: its channels and link belong to nobody, and are marked on screen. */
  readonly isDemonstration: boolean;
}

/** The product's description, the same for every brand. */
const DESCRIPTION =
  'Trading signals on a five-minute clock, sealed before they are right or wrong.';

/** The brand of local suites and tests. Builds for a real project refuse its channels and link. */
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
    signUp: 'https://pocketoption.com/register?utm_source=quantalgo',
    promoCode: 'QuantAlgo100',
  },
  isDemonstration: true,
};

const name = z
  .string()
  .check(z.regex(/^[\p{L}\p{N}][\p{L}\p{N} .&’'-]{0,29}$/u, 'is no name of at most 30 characters'));

const code = z.string().check(z.regex(/^[\w.-]{2,64}$/, 'is no code of letters and digits'));

const bare = (handle: string): string => handle.replace(/^.*[@/]/, '').toLowerCase();

const isNobodys = (handle: string): boolean =>
  Object.values(DEMONSTRATION_BRAND.telegram).some((url) => bare(url ?? '') === bare(handle));

/** A public Telegram handle, as its address. No invitation links: without a handle they can't be compared. */
const channel = z.pipe(
  z.string().check(
    z.regex(/^(@|https:\/\/t\.me\/)[a-z]\w{4,31}$/i, 'is neither @handle nor https://t.me/handle'),
    z.refine((handle) => !isNobodys(handle), 'is the demonstration’s'),
  ),
  z.transform((handle) => handle.replace('@', 'https://t.me/')),
);

/** A project's brand settings, as variables. */
const settings = z.object({
  BRAND_NAME: name,
  TELEGRAM_COMMUNITY: channel,
  TELEGRAM_SUPPORT: channel,
  /** Absent if there is no bot: the site then doesn't mention one. */
  TELEGRAM_BOT: z.optional(channel),
  BROKER_NAME: name,
  /** The affiliate link, with `{affiliate}` (and `{campaign}`) as placeholders for the ids. */
  BROKER_LINK: z.string(),
  AFFILIATE_ID: code,
  AFFILIATE_CAMPAIGN: z.optional(code),
  PROMO_CODE: code,
});

type Settings = z.infer<typeof settings>;

/** Whether any brand setting is given. */
export const namesBrand = (given: GivenSettings): boolean =>
  Object.keys(settings.shape).some((key) => (given[key] ?? '') !== '');

const signUpLink = ({ BROKER_LINK, AFFILIATE_ID, AFFILIATE_CAMPAIGN = '' }: Settings): string =>
  BROKER_LINK.replaceAll('{affiliate}', AFFILIATE_ID).replaceAll('{campaign}', AFFILIATE_CAMPAIGN);

const fromSettings = (given: Settings): Brand => ({
  name: given.BRAND_NAME,
  description: DESCRIPTION,
  telegram: {
    community: given.TELEGRAM_COMMUNITY,
    support: given.TELEGRAM_SUPPORT,
    bot: given.TELEGRAM_BOT ?? null,
  },
  broker: { name: given.BROKER_NAME, signUp: signUpLink(given), promoCode: given.PROMO_CODE },
  isDemonstration: false,
});

/** The problems with the affiliate link. Without an affiliate id in it no account could be matched to a member. */
function linkProblems(given: Settings): string[] {
  const { BROKER_LINK, AFFILIATE_CAMPAIGN } = given;
  const link = signUpLink(given);
  const asksCampaign = BROKER_LINK.includes('{campaign}');
  const wrong: readonly (readonly [boolean, string])[] = [
    [!/^https:\/\/[\w-]+(\.[\w-]+)+[/?]/.test(BROKER_LINK), 'BROKER_LINK is no https address'],
    [/[{}\s<>"\\]/.test(link), 'BROKER_LINK has other places than for the ids'],
    [!BROKER_LINK.includes('{affiliate}'), 'BROKER_LINK has no {affiliate}'],
    [asksCampaign && AFFILIATE_CAMPAIGN === undefined, 'AFFILIATE_CAMPAIGN is missing'],
    [!asksCampaign && AFFILIATE_CAMPAIGN !== undefined, 'BROKER_LINK has no {campaign}'],
  ];
  return wrong.flatMap(([isSo, problem]) => (isSo ? [problem] : []));
}

/** The problems with the channels in relation to each other. */
function channelProblems({ TELEGRAM_COMMUNITY, TELEGRAM_SUPPORT, TELEGRAM_BOT }: Settings) {
  const [community, support, bot] = [TELEGRAM_COMMUNITY, TELEGRAM_SUPPORT, TELEGRAM_BOT].map(
    (url) => url?.toLowerCase(),
  );
  const wrong: readonly (readonly [boolean, string])[] = [
    [support === community, 'TELEGRAM_SUPPORT is another channel’s'],
    [bot !== undefined && [community, support].includes(bot), 'TELEGRAM_BOT is another channel’s'],
    [bot !== undefined && !bot.endsWith('bot'), 'TELEGRAM_BOT is no bot’s'],
  ];
  return wrong.flatMap(([isSo, problem]) => (isSo ? [problem] : []));
}

function read(given: GivenSettings): Brand | readonly string[] {
  const parsed = parseSettings(settings, given);
  if ('problems' in parsed) return parsed.problems;
  const brand = fromSettings(parsed.data);
  const isTheirs = brand.broker.signUp === DEMONSTRATION_BRAND.broker.signUp;
  const problems = [
    ...channelProblems(parsed.data),
    ...linkProblems(parsed.data),
    ...(isTheirs ? ['BROKER_LINK is the demonstration’s'] : []),
  ];
  return problems.length > 0 ? problems : brand;
}

/** The problems with a real project's brand settings, each by its name; empty if there are none. */
export function brandProblems(given: GivenSettings): readonly string[] {
  const found = read(given);
  return 'name' in found ? [] : found;
}

/**
 * The brand of a real project.
 * @param given its settings; empty ones count as missing, those that aren't of the brand are ignored
 * @throws Error that names each setting that is missing, wrong or the demonstration's
 */
export function parseBrand(given: GivenSettings): Brand {
  const found = read(given);
  if ('name' in found) return found;
  throw new Error(`The settings of the brand are not whole: ${found.join(', ')}`);
}
