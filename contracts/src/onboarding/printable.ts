/** Control characters, and the bidirectional overrides that would let a text rewrite what stands around it. */
const UNPRINTABLE = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

/** True for a line of text that can be shown anywhere as it is: emoji and right-to-left scripts included. */
export const isPrintable = (text: string): boolean => !UNPRINTABLE.test(text);
