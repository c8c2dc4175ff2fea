import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PATHS, LESSON_PATH, SIGNAL_PATH, WEEK_PATH } from '@quantalgo/contracts/core/paths';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const folder = new URL('../../../compatibility/', import.meta.url);

const current: readonly string[] = [...Object.values(PATHS), SIGNAL_PATH, WEEK_PATH, LESSON_PATH];

const recordingTo = process.env['RECORD_RELEASE'];
if (recordingTo !== undefined) {
  mkdirSync(recordingTo, { recursive: true });
  writeFileSync(join(recordingTo, 'paths.json'), `${JSON.stringify(current, null, 2)}\n`);
}

describe.each(readdirSync(folder))('release %s', (release) => {
  it('has no path that was removed since', () => {
    const text = readFileSync(new URL(`${release}/paths.json`, folder), 'utf8');
    expect(current).toEqual(expect.arrayContaining(z.array(z.string()).parse(JSON.parse(text))));
  });
});
