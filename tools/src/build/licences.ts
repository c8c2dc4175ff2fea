import * as z from 'zod/mini';

/** Licences allowed for the product's packages: none demands the product's source. */
const ALLOWED =
  '0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC0-1.0 ISC MIT MIT-0 MPL-2.0 OFL-1.1';

/** Packages whose manifest names no licence, with the licence found in their sources. */
const READ: Readonly<Record<string, string>> = {
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

const FOLDER = 'node_modules/';

/** The product's packages ("name version") by licence, from a lockfile; development tools are left out. */
export function packagesByLicence(lock: unknown): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [path, { version, license, dev, link }] of Object.entries(
    lockSchema.parse(lock).packages,
  )) {
    if (!path.includes(FOLDER) || dev === true || link === true) continue;
    const name = path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
    const licence = license ?? READ[name] ?? 'none';
    found.set(licence, [...(found.get(licence) ?? []), `${name} ${version}`]);
  }
  return found;
}

const isTaken = (licence: string): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((one) => ALLOWED.split(' ').includes(one));

/**
 * libvips, with which the server re-encodes pictures. It is an unmodified shared library in separate packages, loaded
 * at run time and replaceable by another build; the LGPL demands no more of a program that uses it. The product isn't
 * distributed with a copy, least of all to browsers. On Windows and WebAssembly it is in the package of its binding.
 */
const LIBVIPS = /^@img\/sharp-(libvips-[a-z]+-\w+|win32-\w+|wasm32) [\d.]+$/;

const isOfLibvips = (licence: string): boolean =>
  licence.split(' AND ').every((one) => one === 'LGPL-3.0-or-later' || isTaken(one));

/** The packages ("name version") that may not be part of the product under this licence. */
export function refusedOf(licence: string, packages: readonly string[]): readonly string[] {
  if (isTaken(licence)) return [];
  return packages.filter((name) => !(LIBVIPS.test(name) && isOfLibvips(licence)));
}
