import { BRAND } from '@quantalgo/contracts';
import type * as z from 'zod/mini';
import { text, type Block } from './blocks';

/** What a template makes of its parameters. */
export interface MailContent {
  readonly subject: string;
  readonly blocks: readonly Block[];
}

export type Template = (given: Readonly<Record<string, string>>, siteUrl: string) => MailContent;

/** Types a template by the schema of its parameters. */
export const template =
  <S extends z.ZodMiniType>(
    parameters: S,
    render: (parameters: z.output<S>, at: (path: string) => string) => MailContent,
  ): Template =>
  (given, siteUrl) =>
    render(parameters.parse(given), (path) => new URL(path, siteUrl).href);

export const hello = (fullName: string) => text(`Hello ${fullName},`);
export const NOT_YOU = text('If this was not you, ignore this mail: nothing has changed.');
export const ask = text(`Questions? Our support answers on Telegram: ${BRAND.telegram.support}`);
