import { BRAND, PATHS } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { code, link, text } from './blocks';
import { ask, hello, NOT_YOU, template, type Template } from './template';

/** Mails to members about what they do in their account. */
export const accountTemplates = {
  /** To the new address of a member: the code that makes it theirs. */
  emailChange: template(
    z.object({ fullName: z.string(), code: z.string() }),
    ({ fullName, code: characters }, at) => ({
      subject: `${characters.toUpperCase()} confirms your new ${BRAND.name} address`,
      blocks: [
        hello(fullName),
        text(
          'enter this code to make this the address of your account. It is valid for 30 minutes.',
        ),
        code('Your confirmation code', characters.toUpperCase()),
        link('Enter the code', at(PATHS.settings)),
        NOT_YOU,
      ],
    }),
  ),

  /** To the owner of an address that another member asked to use. */
  emailTaken: template(z.object({}), (_, at) => ({
    subject: `Somebody wanted to use your ${BRAND.name} address`,
    blocks: [
      text(
        'A member asked to make your address the one of their account. It is yours already, so nothing has changed. Was it you, with two accounts? Then log in with this address:',
      ),
      link('Log in', at(PATHS.login)),
      NOT_YOU,
    ],
  })),

  /** To the address that a member had before; `at` is when it changed (ISO), `masked` the new one, half hidden. */
  emailChanged: template(
    z.object({ fullName: z.string(), masked: z.string(), at: z.string() }),
    ({ fullName, masked, at: time }, at) => ({
      subject: `Your ${BRAND.name} account has another address`,
      blocks: [
        hello(fullName),
        text(
          `the address of your account was changed to ${masked} at ${time.slice(0, 16).replace('T', ' ')} UTC. Mails go there from now on, and all devices were logged out.`,
        ),
        text('If this was not you, tell our support at once:'),
        link('All our contacts', at(PATHS.contacts)),
        ask,
      ],
    }),
  ),

  /** Support has answered a ticket. */
  ticketAnswered: template(
    z.object({ fullName: z.string(), subject: z.string() }),
    ({ fullName, subject }, at) => ({
      subject: `${BRAND.name} support has answered you`,
      blocks: [
        hello(fullName),
        text(`there is an answer to your ticket: ${subject}`),
        link('Read the answer', at(PATHS.support)),
      ],
    }),
  ),

  /** The code with which staff lets a member unlock their dashboard. */
  dashboardCode: template(
    z.object({ fullName: z.string(), code: z.string() }),
    ({ fullName, code: characters }, at) => ({
      subject: `Your ${BRAND.name} dashboard code`,
      blocks: [
        hello(fullName),
        text('enter this code on your dashboard to unlock it. It is valid for 7 days, once.'),
        code('Your dashboard code', characters.toUpperCase()),
        link('Open the dashboard', at(PATHS.dashboard)),
        ask,
      ],
    }),
  ),

  /** Why the proof of a deposit cannot be taken. */
  setupRejected: template(
    z.object({ fullName: z.string(), reason: z.string() }),
    ({ fullName, reason }, at) => ({
      subject: `Your ${BRAND.name} proof of deposit could not be read`,
      blocks: [
        hello(fullName),
        text(`the proof of your deposit was not accepted: ${reason}`),
        link('Upload another one', at(PATHS.accountSetup)),
        ask,
      ],
    }),
  ),
} as const satisfies Record<string, Template>;
