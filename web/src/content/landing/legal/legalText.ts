/** A page of plain terms. */
export interface LegalText {
  readonly title: string;
  /** For search engines and link previews. */
  readonly description: string;
  /** When it was last changed: `20 November 2026`. */
  readonly updated: string;
  readonly intro: string;
  readonly sections: readonly {
    readonly heading: string;
    readonly paragraphs: readonly string[];
    readonly points?: readonly string[];
  }[];
}
