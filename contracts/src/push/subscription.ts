import * as z from 'zod/mini';

const NOT_ONE = 'This is not a subscription of a browser';
/** An uncompressed point of P-256, and sixteen bytes, in base64url. */
const PUBLIC_KEY = /^B[A-P][\w-]{85}$/;
const AUTH_SECRET = /^[\w-]{21}[AQgw]$/;

export const endpointSchema = z.url(NOT_ONE).check(z.maxLength(1024, NOT_ONE));

/** A subscription as `PushSubscription.toJSON()` gives it. */
export const subscriptionSchema = z.strictObject({
  endpoint: endpointSchema,
  keys: z.strictObject({
    p256dh: z.string(NOT_ONE).check(z.regex(PUBLIC_KEY, NOT_ONE)),
    auth: z.string(NOT_ONE).check(z.regex(AUTH_SECRET, NOT_ONE)),
  }),
});
export type Subscription = z.infer<typeof subscriptionSchema>;
