import { join } from 'node:path';
import { THEMES } from './cases';
import { test } from './people';
import { PLACES, type Place, type Role } from './places';
import { openSettled, takeWhole } from './picture';

const FOLDER = join(import.meta.dirname, '../../../.local/screenshots');
const WIDTHS = [320, 390, 768, 1280, 1920];

/** Who sees the most of a place; and guests, where they see it locked. */
function getViewers({ access }: Place): readonly Role[] {
  if (access === 'staff') return ['staff'];
  return access === 'member' ? ['essential', 'guest'] : ['visitor'];
}

const getFileName = ({ path }: Place, role: Role) => {
  const name = path === '/' ? 'landing' : path.slice(1).replaceAll('/', '-');
  return role === 'guest' ? `${name}-guest` : name;
};

for (const theme of THEMES)
  for (const place of PLACES)
    for (const role of getViewers(place))
      test(`${getFileName(place, role)}, ${theme}`, async ({ browserFor }) => {
        const page = await openSettled(await browserFor(role), place.path, theme);
        for (const width of WIDTHS)
          await takeWhole(
            page,
            width,
            join(FOLDER, theme, `${width}`, `${getFileName(place, role)}.png`),
          );
        await page.close();
      });
