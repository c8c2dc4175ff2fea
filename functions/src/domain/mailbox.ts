/** Where dots in the name of a mailbox mean nothing. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox that an address reaches, in one spelling: without what follows a plus, and without dots where the provider
 * ignores them. Two addresses of one mailbox share its limits; they stay two addresses everywhere else.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [name, domain] = [email.slice(0, at), email.slice(at + 1).toLowerCase()];
  const plain = name.replace(/\+.*$/, '').toLowerCase();
  return `${DOTLESS.has(domain) ? plain.replaceAll('.', '') : plain}@${domain}`;
}
