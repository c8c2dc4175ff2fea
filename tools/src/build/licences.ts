import * as z from 'zod/mini';

/** None of these licences requires publishing the product's source. */
const ALLOWED_LICENCES =
  '0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC0-1.0 ISC MIT MIT-0 MPL-2.0 OFL-1.1';

/** Licences of packages whose manifest names none, taken from the packages' sources. */
const UNDECLARED_LICENCES: Readonly<Record<string, string>> = {
  limiter: 'MIT',
  'parse-cache-control': 'BSD-3-Clause',
};

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.optional(z.string()),
      license: z.optional(z.string()),
      dev: z.optional(z.boolean()),
      link: z.optional(z.boolean()),
    }),
  ),
});

const MODULES_PREFIX = 'node_modules/';

/** Lists `name version` by licence, without development tools. */
export function groupByLicence(lock: unknown): ReadonlyMap<string, readonly string[]> {
  const byLicence = new Map<string, string[]>();
  for (const [path, { version, license, dev, link }] of Object.entries(
    lockSchema.parse(lock).packages,
  )) {
    if (!path.includes(MODULES_PREFIX) || dev === true || link === true) continue;
    const name = path.slice(path.lastIndexOf(MODULES_PREFIX) + MODULES_PREFIX.length);
    const licence = license ?? UNDECLARED_LICENCES[name] ?? 'none';
    byLicence.set(licence, [...(byLicence.get(licence) ?? []), `${name} ${version}`]);
  }
  return byLicence;
}

const isAllowed = (licence: string): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((one) => ALLOWED_LICENCES.split(' ').includes(one));

/**
 * libvips re-encodes pictures on the server. It is unmodified, dynamically linked and replaceable,
 * which satisfies the LGPL. On Windows and WebAssembly it is part of its binding's package.
 */
const LIBVIPS = /^@img\/sharp-(libvips-[a-z]+-\w+|win32-\w+|wasm32) [\d.]+$/;

const isLibvipsLicence = (licence: string): boolean =>
  licence.split(' AND ').every((one) => one === 'LGPL-3.0-or-later' || isAllowed(one));

export function findDisallowed(licence: string, packages: readonly string[]): readonly string[] {
  if (isAllowed(licence)) return [];
  return packages.filter((name) => !(LIBVIPS.test(name) && isLibvipsLicence(licence)));
}
