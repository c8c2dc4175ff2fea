/** Somebody who attests, by RFC 3161, that a hash was there at a time. */
export interface TimeAuthority {
  /** Who it is, as shown beside its stamps. */
  readonly name: string;
  /**
   * Answers a query: both are DER, `application/timestamp-query` and `application/timestamp-reply`.
   * @throws Error where no answer comes
   */
  readonly answer: (query: Uint8Array) => Promise<Uint8Array>;
}
