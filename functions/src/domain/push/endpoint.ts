/** The push services of the browsers. A subscription of any other host would have the server call where a caller likes. */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /(^|\.)push\.services\.mozilla\.com$/,
  /\.notify\.windows\.com$/,
  /\.push\.apple\.com$/,
];

/**
 * Whether a subscription's endpoint may be called: a push service of a browser over https; on the local stack, where
 * `local` is true, one on this machine too.
 */
export function isPushEndpoint(endpoint: string, local: boolean): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (local && protocol === 'http:' && hostname === '127.0.0.1') return true;
  return protocol === 'https:' && port === '' && SERVICES.some((service) => service.test(hostname));
}
