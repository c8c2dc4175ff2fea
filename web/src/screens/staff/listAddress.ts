import { useEffect } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router-dom';

type Fields = Readonly<Record<string, string | null>>;

/** The two parts of an address that hold the state of a screen. */
type Parts = Pick<Location, 'search' | 'hash'>;

/**
 * What an address says of the list that it shows. A field that is `typed` stands behind the `#`; the query of an older
 * link is read, too.
 */
export function fieldsIn({ search, hash }: Parts, typed: readonly string[]): URLSearchParams {
  const fields = new URLSearchParams(search);
  const behind = new URLSearchParams(hash.slice(1));
  for (const name of typed) {
    const text = behind.get(name);
    if (text !== null) fields.set(name, text);
  }
  return fields;
}

/** The address that says so: what is `typed` behind the `#`, the rest in the query; null leaves a field out. */
export function addressFor(fields: Fields, typed: readonly string[]): Parts {
  const search = new URLSearchParams();
  const hash = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    if (value !== null) (typed.includes(name) ? hash : search).set(name, value);
  const after = (mark: string, part: URLSearchParams) =>
    part.size === 0 ? '' : mark + part.toString();
  return { search: after('?', search), hash: after('#', hash) };
}

/**
 * What a screen of staff shows, kept in its address, so that a link, a reload and the way back show it again. What is
 * typed may be the e-mail address of a member: it stands behind the `#`, which no server, log or `Referer` gets.
 * @param typed names of those fields; the same array on every render
 */
export function useListAddress(typed: readonly string[]) {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const fields = fieldsIn({ search, hash }, typed);
  useEffect(() => {
    const asked = new URLSearchParams(search);
    if (!typed.some((name) => asked.has(name))) return;
    const moved = Object.fromEntries(fieldsIn({ search, hash }, typed));
    void navigate(addressFor(moved, typed), { replace: true });
  }, [search, hash, typed, navigate]);
  const write = (next: Fields, replace = false) =>
    void navigate(addressFor(next, typed), { replace });
  return [fields, write] as const;
}
