/** How soon the team promises to have looked at a proof. */
export const REVIEW_PROMISE = 'within 24 hours';

/** How soon an account setup is looked at, as support states it. */
export const SETUP_PROMISE = 'usually within 2–24 hours, up to 48 hours';

/** How far a submission has come on its way from this device to a decision. */
interface Progress {
  readonly stage: 'unsent' | 'inspecting' | 'overdue' | 'sent' | 'approved' | 'rejected';
  /** True for an unsent one where tries found no way to the server. */
  readonly failing: boolean;
  /** What is wrong with a rejected one, where that was said. */
  readonly reason: string | null;
}

const KINDS = {
  proof: {
    noun: 'proof',
    promise: REVIEW_PROMISE,
    approved: 'Your account with the broker is linked.',
  },
  setup: {
    noun: 'account setup',
    promise: SETUP_PROMISE,
    approved: 'Your funded account is verified.',
  },
} as const;

/** The server's words end a sentence, or not. */
const sentence = (words: string) => (/[.!?]$/.test(words) ? words : `${words}.`);

/**
 * Until when something that waits here can be sent: while this `page` is open, as the browser keeps nothing; whenever the
 * `app` is open; or also while it is `closed`.
 */
export type DeliveryScope = 'page' | 'app' | 'closed';

/** What becomes of something that waits when its page is closed. Behind what is said of when it is sent, without a stop. */
export const CLOSING: Readonly<Record<DeliveryScope, string>> = {
  page: '. This browser doesn’t store anything: leave this page open until then.',
  app: '. If you close this page, it is sent when you next open the app.',
  closed: ', also after you close this page.',
};

/** What is said of one that waits: never more than is true. */
function unsentText(failing: boolean, online: boolean, scope: DeliveryScope | undefined): string {
  const outlook = failing ? 'It hasn’t got through yet' : 'It is on its way';
  const when = online
    ? `${outlook}. We keep trying`
    : 'You are offline. It will be sent as soon as you are back online';
  if (scope === undefined) return `${when}.`;
  return `${scope === 'page' ? '' : 'Saved on this device. '}${when}${CLOSING[scope]}`;
}

/** The title and the text that tell a member how far their submission has come. */
interface SubmissionText {
  readonly title: string;
  readonly text: string;
}

/**
 * How far a submission has come, in words.
 * @param scope until when one that is unsent can be sent; left out where that is not to be told
 */
export function submissionText(
  kind: keyof typeof KINDS,
  { stage, failing, reason }: Progress,
  online: boolean,
  scope?: DeliveryScope,
): SubmissionText {
  const { noun, promise, approved } = KINDS[kind];
  switch (stage) {
    case 'unsent':
      return {
        title: `Your ${noun} is ${failing || !online ? 'waiting to be sent' : 'being sent'}`,
        text: unsentText(failing, online, scope),
      };
    case 'inspecting':
      return {
        title: `Your ${noun} is being checked`,
        text: 'We’re checking your file, and this page updates by itself.',
      };
    case 'overdue':
      return {
        title: `Your ${noun} is being checked`,
        text: 'We’re still checking your file. It is taking longer than usual, and our team can see it. You don’t need to send it again.',
      };
    case 'sent':
      return {
        title: `Your ${noun} is being checked`,
        text: `It was sent. We check it ${promise}, and this page updates by itself.`,
      };
    case 'approved':
      return { title: `Your ${noun} is approved`, text: approved };
    case 'rejected':
      return {
        title: `Your ${noun} was not accepted`,
        text: sentence(reason ?? 'It could not be read'),
      };
  }
}
