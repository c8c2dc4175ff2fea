import { TIER_DEPOSITS, TIER_NAMES, TIERS, tierSchema } from '@quantalgo/contracts/access/access';
import { type ZoneChoice, zoneFieldSchema } from '@quantalgo/contracts/settings/settings';
import { hasContactDetails } from '@quantalgo/contracts/account/shownName';
import { buildBrokerLink } from '@quantalgo/contracts/broker/link';
import type { Brand } from '@quantalgo/contracts/core/brand';
import { formatDuration } from '@quantalgo/contracts/core/durations';
import { formatDate, formatZonedTime } from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { UTC, WAT } from '@quantalgo/contracts/core/time';
import {
  CONFIRMATION_CODE_TTL_MS,
  DASHBOARD_CODE_TTL_MS,
  RESET_TOKEN_TTL_MS,
} from '@quantalgo/contracts/core/validation';
import * as z from 'zod/mini';

export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly label: string; readonly code: string }
  | { readonly kind: 'link'; readonly label: string; readonly url: string }
  | { readonly kind: 'steps'; readonly steps: readonly string[] };

const text = (content: string): Block => ({ kind: 'text', text: content });

const code = (label: string, value: string): Block => ({ kind: 'code', label, code: value });

const link = (label: string, url: string): Block => ({ kind: 'link', label, url });

const steps = (...lines: string[]): Block => ({ kind: 'steps', steps: lines });

export interface EmailContent {
  readonly subject: string;
  readonly blocks: readonly Block[];
}

export interface EmailSite {
  readonly siteUrl: string;
  readonly brand: Brand;
}

type Template = (values: Readonly<Record<string, string>>, site: EmailSite) => EmailContent;

const defineTemplate =
  <S extends z.ZodMiniType>(
    parameters: S,
    render: (
      parameters: z.output<S>,
      toUrl: (path: string) => string,
      brand: Brand,
    ) => EmailContent,
  ): Template =>
  (values, { siteUrl, brand }) =>
    render(parameters.parse(values), (path) => new URL(path, siteUrl).href, brand);

// `at` is ISO 8601. Emails don't know the device's zone, so they use the community's instead.
const momentFields = { at: z.iso.datetime(), zone: zoneFieldSchema };

interface Moment {
  readonly at: string;
  readonly zone: ZoneChoice;
}

function formatMoment({ at, zone: choice }: Moment): string {
  const zone = choice === 'utc' ? UTC : WAT;
  return `${formatDate(Date.parse(at), zone)}, ${formatZonedTime(Date.parse(at), zone)}`;
}

const VALIDITY = {
  confirmation: formatDuration(CONFIRMATION_CODE_TTL_MS),
  reset: formatDuration(RESET_TOKEN_TTL_MS),
  dashboard: formatDuration(DASHBOARD_CODE_TTL_MS),
} as const;

// Omits names with a link, because strangers could use our emails to advertise.
const buildGreeting = (fullName: string) =>
  text(hasContactDetails(fullName) ? 'Hello,' : `Hello ${fullName},`);

const IF_NOT_YOU = text('If this was not you, ignore this email. Nothing has changed.');

const buildQuestions = ({ telegram }: Brand) =>
  text(`Questions? Contact support on Telegram: ${telegram.support}`);

const defineNotice = (
  subject: (brand: string) => string,
  blocks: (when: string, toUrl: (path: string) => string) => readonly Block[],
) =>
  defineTemplate(
    z.object({ fullName: z.string(), ...momentFields }),
    ({ fullName, ...moment }, toUrl, brand) => ({
      subject: subject(brand.name),
      blocks: [
        buildGreeting(fullName),
        ...blocks(formatMoment(moment), toUrl),
        buildQuestions(brand),
      ],
    }),
  );

const accountTemplates = {
  // Contains no name, because the new address may be a stranger's.
  emailChange: defineTemplate(
    z.object({ code: z.string() }),
    ({ code: characters }, toUrl, brand) => ({
      subject: `${characters.toUpperCase()} is the code for your new ${brand.name} email address`,
      blocks: [
        text(
          `Enter this code in Account Hub to use this address for your account. It is valid for ${VALIDITY.confirmation}.`,
        ),
        code('Your confirmation code', characters.toUpperCase()),
        link('Enter the code', toUrl(PATHS.settings)),
        IF_NOT_YOU,
      ],
    }),
  ),

  // Sent to the owner of an address that another member tried to use.
  emailTaken: defineTemplate(z.object({}), (_, toUrl, brand) => ({
    subject: `Someone tried to use your email address on ${brand.name}`,
    blocks: [
      text(
        'Someone tried to change their account’s address to yours. Your account already uses it, so nothing has changed. If that was you, log in with this address:',
      ),
      link('Log in', toUrl(PATHS.login)),
      IF_NOT_YOU,
    ],
  })),

  emailChanged: defineTemplate(
    z.object({ fullName: z.string(), masked: z.string(), ...momentFields }),
    ({ fullName, masked, ...moment }, toUrl, brand) => ({
      subject: `Your ${brand.name} email address was changed`,
      blocks: [
        buildGreeting(fullName),
        text(
          `Your account’s email address was changed to ${masked} on ${formatMoment(moment)}. We now send our emails there. All devices were logged out.`,
        ),
        text('If this was not you, contact support at once:'),
        link('Contact us', toUrl(PATHS.contacts)),
        buildQuestions(brand),
      ],
    }),
  ),

  telegramLinked: defineNotice(
    (name) => `A Telegram chat was linked to your ${name} account`,
    (when, toUrl) => [
      text(
        `A Telegram chat was linked to your account on ${when}. If this was you, you don’t need to do anything.`,
      ),
      text(
        'If it was not you, set a new password at once. That unlinks the chat and logs out all devices.',
      ),
      link('Set a new password', toUrl(PATHS.forgotPassword)),
    ],
  ),

  telegramUnlinked: defineNotice(
    (name) => `Your Telegram chat was unlinked from ${name}`,
    (when, toUrl) => [
      text(
        `Your Telegram chat was unlinked from your account on ${when}. Setting a new password, changing your email address or logging out everywhere also unlinks it.`,
      ),
      link('Link it again', toUrl(`${PATHS.settings}#telegram`)),
      text('If this was not you, set a new password at once:'),
      link('Set a new password', toUrl(PATHS.forgotPassword)),
    ],
  ),

  newDevice: defineNotice(
    (name) => `A new device logged in to your ${name} account`,
    (when, toUrl) => [
      text(
        `A new device logged in to your account on ${when}. If this was you, you don’t need to do anything.`,
      ),
      text('If it was not you, set a new password at once. That logs out all devices.'),
      link('Set a new password', toUrl(PATHS.forgotPassword)),
    ],
  ),

  accessChanged: defineTemplate(
    z.object({
      fullName: z.string(),
      tier: tierSchema,
      was: tierSchema,
      basis: z.enum(['deposit', 'code', 'staff']),
    }),
    ({ fullName, tier, was, basis }, toUrl, brand) => {
      if (tier === 'guest')
        return {
          subject: `Your ${brand.name} dashboard is locked`,
          blocks: [
            buildGreeting(fullName),
            text(
              'Your dashboard is locked again. We keep your account and everything in it. The dashboard shows how to unlock it:',
            ),
            link('Open the dashboard', toUrl(PATHS.dashboard)),
            buildQuestions(brand),
          ],
        };
      const isUpgrade = TIERS.indexOf(tier) > TIERS.indexOf(was);
      const openText = `You now have ${TIER_NAMES[tier]} access.`;
      const announcement =
        basis === 'deposit' ? `Your funded account is verified. ${openText}` : openText;
      return {
        subject: isUpgrade
          ? `Your ${brand.name} dashboard is unlocked: ${TIER_NAMES[tier]}`
          : `Your ${brand.name} access is now ${TIER_NAMES[tier]}`,
        blocks: [
          buildGreeting(fullName),
          text(isUpgrade ? announcement : `Your access is now ${TIER_NAMES[tier]}.`),
          link('Open the dashboard', toUrl(PATHS.dashboard)),
          text('Past results guarantee nothing. Never deposit more than you can afford to lose.'),
          buildQuestions(brand),
        ],
      };
    },
  ),

  ticketAnswered: defineTemplate(
    z.object({ fullName: z.string(), subject: z.string() }),
    ({ fullName, subject }, toUrl, brand) => ({
      subject: `${brand.name} support has replied`,
      blocks: [
        buildGreeting(fullName),
        text(`We replied to your ticket “${subject}”.`),
        link('Read the reply', toUrl(PATHS.support)),
      ],
    }),
  ),

  dashboardCode: defineTemplate(
    z.object({ fullName: z.string(), code: z.string() }),
    ({ fullName, code: characters }, toUrl, brand) => ({
      subject: `Your ${brand.name} dashboard code`,
      blocks: [
        buildGreeting(fullName),
        text(
          `Enter this code on your dashboard to unlock it. It is valid for ${VALIDITY.dashboard} and works once.`,
        ),
        code('Your dashboard code', characters.toUpperCase()),
        link('Open the dashboard', toUrl(PATHS.dashboard)),
        buildQuestions(brand),
      ],
    }),
  ),

  setupRejected: defineTemplate(
    z.object({ fullName: z.string(), reason: z.string() }),
    ({ fullName, reason }, toUrl, brand) => ({
      subject: `Your ${brand.name} proof of deposit was not accepted`,
      blocks: [
        buildGreeting(fullName),
        text(`We could not accept your proof of deposit: ${reason}`),
        link('Upload another one', toUrl(PATHS.accountSetup)),
        buildQuestions(brand),
      ],
    }),
  ),
} as const satisfies Record<string, Template>;

const NEXT_STEPS = ['broker', 'fund', 'proof'] as const;

const STEPS_INTRODUCTION = {
  broker: 'Three steps unlock your dashboard:',
  fund: 'Your broker account is open. Two steps unlock your dashboard:',
  proof: 'Your broker account is funded. One step unlocks your dashboard:',
} as const;

export const templates = {
  confirmation: defineTemplate(
    z.object({ email: z.string(), code: z.string() }),
    ({ email, code: characters }, toUrl, brand) => ({
      subject: `${characters.toUpperCase()} is your ${brand.name} confirmation code`,
      blocks: [
        text(`Press the button, or enter the code. It is valid for ${VALIDITY.confirmation}.`),
        // The fragment reaches no server and no log.
        link(
          'Confirm my account',
          toUrl(
            `${PATHS.activate}#email=${encodeURIComponent(email)}&code=${encodeURIComponent(characters)}`,
          ),
        ),
        code('Or enter this code', characters.toUpperCase()),
        text('Nobody on our team will ever ask you for this code.'),
        IF_NOT_YOU,
      ],
    }),
  ),

  // Sent to the owner of an address that someone registered again.
  accountExists: defineTemplate(
    z.object({ fullName: z.string() }),
    ({ fullName }, toUrl, brand) => ({
      subject: `You already have a ${brand.name} account`,
      blocks: [
        buildGreeting(fullName),
        text(
          'Someone tried to sign up with your address. You already have an account, so we did not create another one.',
        ),
        link('Log in', toUrl(PATHS.login)),
        text('Forgot your password? Set a new one:'),
        link('Set a new password', toUrl(PATHS.forgotPassword)),
        IF_NOT_YOU,
      ],
    }),
  ),

  // Sent if an address without a confirmed account requests an email that needs one.
  noAccount: defineTemplate(z.object({}), (_, toUrl, brand) => ({
    subject: `No ${brand.name} account uses this address`,
    blocks: [
      text(
        `Someone asked ${brand.name} to email this address, but no confirmed account uses it. If it was you, you may have signed up with a different address. You can also sign up now:`,
      ),
      link('Sign up', toUrl(PATHS.signUp)),
      IF_NOT_YOU,
    ],
  })),

  // The code is for devices on which links don't open in the app.
  passwordReset: defineTemplate(
    z.object({ fullName: z.string(), token: z.string() }),
    ({ fullName, token }, toUrl, brand) => ({
      subject: `Set a new ${brand.name} password`,
      blocks: [
        buildGreeting(fullName),
        text(`Set a new password with this link. It works once, for ${VALIDITY.reset}.`),
        link('Set a new password', toUrl(`${PATHS.resetPassword}?token=${token}`)),
        code('Or enter this code in the app', token.toUpperCase()),
        IF_NOT_YOU,
      ],
    }),
  ),

  passwordChanged: defineNotice(
    (name) => `Your ${name} password was changed`,
    (when, toUrl) => [
      text(`Your password was changed on ${when}. All other devices were logged out.`),
      text('If this was not you, set a new password at once and contact support:'),
      link('Set a new password', toUrl(PATHS.forgotPassword)),
    ],
  ),

  secondFactorSet: defineTemplate(
    z.object({ fullName: z.string(), ...momentFields }),
    ({ fullName, ...moment }, toUrl, brand) => ({
      subject: `A second factor was set up for your ${brand.name} account`,
      blocks: [
        buildGreeting(fullName),
        text(
          `An authenticator was set up for your staff access on ${formatMoment(moment)}. Your other sessions will ask for it.`,
        ),
        text('If this was not you, set a new password at once and contact the site’s operator:'),
        link('Set a new password', toUrl(PATHS.forgotPassword)),
      ],
    }),
  ),

  activationSteps: defineTemplate(
    z.object({ fullName: z.string(), admissionCode: z.string(), next: z.enum(NEXT_STEPS) }),
    ({ fullName, admissionCode, next }, toUrl, brand) => ({
      subject: `${admissionCode}: how to activate your ${brand.name} account`,
      blocks: [
        buildGreeting(fullName),
        text(STEPS_INTRODUCTION[next]),
        steps(
          ...[
            `Open an account with ${brand.broker.name} through our link, using the promo code ${brand.broker.promoCode}: ${buildBrokerLink(brand.broker, admissionCode)}`,
            `Fund it: $${TIER_DEPOSITS.starter} or more for Starter, $${TIER_DEPOSITS.essential} or more for Essential. The money stays in your broker account.`,
            'Send us your trader ID with a screenshot of the account.',
          ].slice(NEXT_STEPS.indexOf(next)),
        ),
        link('Link your trader ID', toUrl(PATHS.linkTrader)),
        code('Your admission code, in case support asks for it', admissionCode),
        text('Digital options are risky: never deposit more than you can afford to lose.'),
        buildQuestions(brand),
      ],
    }),
  ),

  proofRejected: defineTemplate(
    z.object({ fullName: z.string(), reason: z.string() }),
    ({ fullName, reason }, toUrl, brand) => ({
      subject: `Your ${brand.name} proof was not accepted`,
      blocks: [
        buildGreeting(fullName),
        text(`We could not accept the proof you sent: ${reason}`),
        link('Upload another screenshot', toUrl(PATHS.linkTrader)),
        buildQuestions(brand),
      ],
    }),
  ),

  ...accountTemplates,
} as const satisfies Record<string, Template>;

export type TemplateName = keyof typeof templates;

export const isTemplateName = (name: string): name is TemplateName =>
  Object.hasOwn(templates, name);
