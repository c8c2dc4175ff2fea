export const REVIEW_PROMISE = 'within 24 hours';

export const SETUP_PROMISE = 'usually within 2–24 hours, up to 48 hours';

interface Progress {
  readonly stage: 'unsent' | 'inspecting' | 'overdue' | 'sent' | 'approved' | 'rejected';
  /** Unsent, and attempts haven't reached the server. */
  readonly failing: boolean;
  readonly reason: string | null;
}

const KIND_TEXT = {
  proof: {
    noun: 'proof',
    promise: REVIEW_PROMISE,
    approved: 'Your broker account is linked.',
  },
  setup: {
    noun: 'account setup',
    promise: SETUP_PROMISE,
    approved: 'Your funded account is verified.',
  },
} as const;

/** Server messages may or may not end with a full stop. */
const endSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/**
 * When queued items can be sent: while this page is open (the browser stores nothing), while the
 * app is open, or even after it is closed.
 */
export type DeliveryScope = 'page' | 'app' | 'closed';

/** Continues a sentence, so each text starts with its own punctuation. */
export const DELIVERY_SUFFIX: Readonly<Record<DeliveryScope, string>> = {
  page: '. This browser can’t save anything, so keep this page open.',
  app: '. If you close this page, sending resumes when you next open the app.',
  closed: ', even after you close this page.',
};

function describeUnsent(
  failing: boolean,
  online: boolean,
  scope: DeliveryScope | undefined,
): string {
  const outlook = failing ? 'It hasn’t got through yet' : 'It is on its way';
  const progress = online
    ? `${outlook}. We’ll keep trying`
    : 'You are offline. It will be sent as soon as you are back online';
  if (scope === undefined) return `${progress}.`;
  return `${scope === 'page' ? '' : 'Saved on this device. '}${progress}${DELIVERY_SUFFIX[scope]}`;
}

interface SubmissionText {
  readonly title: string;
  readonly text: string;
}

/** @param scope when an unsent submission can be sent; omit it to leave that out of the text */
export function describeSubmission(
  kind: keyof typeof KIND_TEXT,
  { stage, failing, reason }: Progress,
  online: boolean,
  scope?: DeliveryScope,
): SubmissionText {
  const { noun, promise, approved } = KIND_TEXT[kind];
  switch (stage) {
    case 'unsent':
      return {
        title: `Your ${noun} is ${failing || !online ? 'waiting to be sent' : 'being sent'}`,
        text: describeUnsent(failing, online, scope),
      };
    case 'inspecting':
      return {
        title: `Your ${noun} is being checked`,
        text: 'We’re checking your file, and this page updates automatically.',
      };
    case 'overdue':
      return {
        title: `Your ${noun} is being checked`,
        text: 'We’re still checking your file. It’s taking longer than usual, and our team knows. You don’t need to send it again.',
      };
    case 'sent':
      return {
        title: `Your ${noun} is being checked`,
        text: `We’ve received it. We’ll check it ${promise}, and this page updates automatically.`,
      };
    case 'approved':
      return { title: `Your ${noun} is approved`, text: approved };
    case 'rejected':
      return {
        title: `Your ${noun} was not accepted`,
        text: endSentence(reason ?? 'The file could not be read'),
      };
  }
}
