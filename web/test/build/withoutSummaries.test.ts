import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { stripped } from '../../build/withoutSummaries';

const FOLDER = new URL('../../../contracts/src/endpoints/', import.meta.url);
const modules = readdirSync(FOLDER).map((name) => readFileSync(new URL(name, FOLDER), 'utf8'));
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

describe('the endpoints as the app ships them', () => {
  it('are those of the registry, each without its summary and with all else', () => {
    for (const code of modules) {
      const left = stripped(code);
      expect(count(left, /summary: '',/g)).toBe(count(code, /\bsummary:/g));
      for (const kept of [/\bpath:/g, /\bmethod:/g, /\bfailure:/g, /\bdata:/g, /\bcaller:/g])
        expect(count(left, kept)).toBe(count(code, kept));
    }
  });
});
