import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { ICON_FILE, removeIconKeys } from '../../build/lucide';

const { resolve } = createRequire(import.meta.url);
const fileOf = (icon: string) => resolve(`lucide-react/dist/esm/icons/${icon}.mjs`);

/** The attributes that draw an icon's shapes. */
const drawn = (source: string) => source.match(/\b(?:d|cx|cy|r|x|y|rx): "[^"]*"/g);

describe('the icons of a build', () => {
  it.each(['eye', 'wifi-off', 'hourglass'])('“%s” keeps its shapes without keys', (icon) => {
    expect(fileOf(icon)).toMatch(ICON_FILE);
    const source = readFileSync(fileOf(icon), 'utf8');
    expect(source).toContain('key: ');
    expect(removeIconKeys(source)).not.toContain('key');
    expect(drawn(removeIconKeys(source))).toEqual(drawn(source));
  });
});
