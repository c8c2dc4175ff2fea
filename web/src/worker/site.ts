/** A file of the built site. */
export interface SiteFile {
  /** Where it is served: `/app.html`, `/assets/…`. */
  readonly url: string;
  /** Its digest, as fetch checks it: nothing else than what was built is ever kept, whoever answers. */
  readonly integrity: string;
}

/** What the build tells its worker of the site. */
export interface Site {
  /** Names what is kept: another for every other set of files. */
  readonly version: string;
  /** Names the build to people. */
  readonly name: string;
  /** What every visitor gets. */
  readonly shell: readonly SiteFile[];
  /** What members get beyond that, all or nothing. */
  readonly kit: readonly SiteFile[];
}
