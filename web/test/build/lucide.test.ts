import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { ICON_FILE, removeIconKeys } from '../../build/lucide';

const { resolve } = createRequire(import.meta.url);
const resolveIcon = (icon: string) => resolve(`lucide-react/dist/esm/icons/${icon}.mjs`);

/** The attributes of an icon's shapes. */
const getShapes = (source: string) => source.match(/\b(?:d|cx|cy|r|x|y|rx): "[^"]*"/g);

describe('removeIconKeys', () => {
  it.each(['eye', 'wifi-off', 'hourglass'])(
    'removes the keys of “%s” but keeps its shapes',
    (icon) => {
      expect(resolveIcon(icon)).toMatch(ICON_FILE);
      const source = readFileSync(resolveIcon(icon), 'utf8');
      expect(source).toContain('key: ');
      expect(removeIconKeys(source)).not.toContain('key');
      expect(getShapes(removeIconKeys(source))).toEqual(getShapes(source));
    },
  );
});
