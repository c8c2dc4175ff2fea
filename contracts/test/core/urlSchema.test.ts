import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { urlSchema } from '../../src/core/urlSchema';

const accepts = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success;

describe('urlSchema', () => {
  it.each(['https://push.test/a?b#c', 'http://127.0.0.1:1080', 'tg://resolve?domain=bot'])(
    'accepts %s',
    (url) => {
      expect(accepts(urlSchema(), url)).toBe(true);
    },
  );

  it.each(['', 'push.test', '/path', 'https://', 'https://[', 'http://a:99999', 7, null])(
    'rejects %j with the given error',
    (value) => {
      expect(urlSchema('No').safeParse(value).error?.issues[0]?.message).toBe('No');
    },
  );

  it('accepts exactly the texts that zod’s own schema accepts', () => {
    const texts = fc.oneof(
      fc.webUrl(),
      fc.string(),
      fc.string().map((rest) => `https://${rest}`),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(accepts(urlSchema(), text)).toBe(accepts(z.url(), text));
      }),
    );
  });
});
