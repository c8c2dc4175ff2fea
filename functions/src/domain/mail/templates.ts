import { BRAND, PATHS } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { accountTemplates } from './accountTemplates';
import { code, link, steps, text } from './blocks';
import { ask, hello, NOT_YOU, template, type Template } from './template';

/** Every mail that the product sends. Secret parameters are named in the outbox, where they are kept sealed. */
export const templates = {
  /** The code that opens a new account; `email` is the address that it goes with. */
  confirmation: template(
    z.object({ fullName: z.string(), email: z.string(), code: z.string() }),
    ({ fullName, email, code: characters }, at) => ({
      subject: `${characters.toUpperCase()} is your ${BRAND.name} confirmation code`,
      blocks: [
        hello(fullName),
        text('enter this code to confirm your account. It is valid for 30 minutes.'),
        code('Your confirmation code', characters.toUpperCase()),
        link('Enter the code', at(`${PATHS.activate}#email=${encodeURIComponent(email)}`)),
        text('A newer code makes this one void. Nobody of our team will ever ask you for it.'),
        NOT_YOU,
      ],
    }),
  ),

  /** To the owner of an address that somebody registered again. */
  accountExists: template(z.object({ fullName: z.string() }), ({ fullName }, at) => ({
    subject: `You already have a ${BRAND.name} account`,
    blocks: [
      hello(fullName),
      text(
        'somebody asked to sign up with your address. You have an account already, so there is no new one and no code to enter.',
      ),
      link('Log in', at(PATHS.login)),
      text('Forgotten the password? Set a new one:'),
      link('Set a new password', at(PATHS.forgotPassword)),
      NOT_YOU,
    ],
  })),

  /** To an address that no confirmed account has, when somebody asked for what only an account can get. */
  noAccount: template(z.object({}), (_, at) => ({
    subject: `There is no ${BRAND.name} account for this address`,
    blocks: [
      text(
        `Somebody asked ${BRAND.name} for a mail to this address, which no confirmed account has. Was it you? Then look whether you signed up with another address, or sign up:`,
      ),
      link('Sign up', at(PATHS.signUp)),
      NOT_YOU,
    ],
  })),

  /** The link that sets a new password, and its code for where links open another window than the app's. */
  passwordReset: template(
    z.object({ fullName: z.string(), token: z.string() }),
    ({ fullName, token }, at) => ({
      subject: `Set a new ${BRAND.name} password`,
      blocks: [
        hello(fullName),
        text('set a new password here. The link is valid for 60 minutes and works once.'),
        link('Set a new password', at(`${PATHS.resetPassword}?token=${token}`)),
        code('Or enter this code in the app', token.toUpperCase()),
        NOT_YOU,
      ],
    }),
  ),

  /** Notice of a new password; `at` is when it was set (ISO). */
  passwordChanged: template(
    z.object({ fullName: z.string(), at: z.string() }),
    ({ fullName, at: time }, at) => ({
      subject: `Your ${BRAND.name} password was changed`,
      blocks: [
        hello(fullName),
        text(
          `your password was changed at ${time.slice(0, 16).replace('T', ' ')} UTC. Whoever was logged in elsewhere was logged out.`,
        ),
        text('If this was not you, set a new password at once and tell our support:'),
        link('Set a new password', at(PATHS.forgotPassword)),
        ask,
      ],
    }),
  ),

  /** The steps from a new account to an unlocked dashboard. */
  activationSteps: template(
    z.object({ fullName: z.string(), admissionCode: z.string() }),
    ({ fullName, admissionCode }, at) => ({
      subject: `${admissionCode}: how to activate your ${BRAND.name} account`,
      blocks: [
        hello(fullName),
        text('your account is unlocked in three steps:'),
        steps(
          `Open an account at ${BRAND.broker.name} through our link, with the promo code ${BRAND.broker.promoCode}: ${BRAND.broker.signUp}`,
          'Fund it: $20 or more for Starter, $100 or more for Essential. The money stays yours, at your broker.',
          'Send us your trader ID with a screenshot of the account.',
        ),
        link('Link your trader ID', at(PATHS.linkTrader)),
        code('Your admission code, for our support', admissionCode),
        text('Digital options are risky: never fund more than you can afford to lose.'),
        ask,
      ],
    }),
  ),

  /** Why an uploaded proof cannot be taken. */
  proofRejected: template(
    z.object({ fullName: z.string(), reason: z.string() }),
    ({ fullName, reason }, at) => ({
      subject: `Your ${BRAND.name} proof could not be read`,
      blocks: [
        hello(fullName),
        text(`the proof that you uploaded was not accepted: ${reason}`),
        link('Upload another screenshot', at(PATHS.linkTrader)),
        ask,
      ],
    }),
  ),

  ...accountTemplates,
} as const satisfies Record<string, Template>;

export type TemplateName = keyof typeof templates;

export const isTemplateName = (name: string): name is TemplateName => name in templates;
