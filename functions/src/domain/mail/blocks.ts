/** A part of a mail, in a form that text and HTML are both made of. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly label: string; readonly code: string }
  | { readonly kind: 'link'; readonly label: string; readonly url: string }
  | { readonly kind: 'steps'; readonly steps: readonly string[] };

export const text = (words: string): Block => ({ kind: 'text', text: words });
export const code = (label: string, characters: string): Block => ({
  kind: 'code',
  label,
  code: characters,
});
export const link = (label: string, url: string): Block => ({ kind: 'link', label, url });
export const steps = (...lines: string[]): Block => ({ kind: 'steps', steps: lines });

/** A mail as it is sent. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}
