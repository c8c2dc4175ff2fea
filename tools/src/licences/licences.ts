import * as z from 'zod/mini';

/** Licences under which packages may be part of the product: none asks for its source. */
const ALLOWED: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
];

/** Packages whose manifest names no licence; what their sources say was read. */
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

export interface Licensed {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

const FOLDER = 'node_modules/';

/** The packages of the product as a lockfile names them, tools of development left out. */
export function licensedIn(lock: unknown): Licensed[] {
  const { packages } = lockSchema.parse(lock);
  return Object.entries(packages).flatMap(([path, { version = '', license, dev, link }]) => {
    if (!path.includes(FOLDER) || dev === true || link === true) return [];
    const name = path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
    return [{ name, version, licence: license ?? READ[name] ?? 'none' }];
  });
}

/** Whether one of the licences that a package may be taken under is allowed. */
export const isAllowed = ({ licence }: Licensed): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((one) => ALLOWED.includes(one));

/** How many packages there are under each licence, the most first. */
export function countsOf(licensed: readonly Licensed[]): [licence: string, packages: number][] {
  const counts = new Map<string, number>();
  for (const { licence } of licensed) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}
