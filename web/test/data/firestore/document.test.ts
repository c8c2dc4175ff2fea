import { firestoreTime } from '@quantalgo/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode, documentOf, timeIn } from '../../../src/data/firestore/document';
import { aDocument, type Content, encode } from '../../support/aDocument';

const content: fc.Arbitrary<Content> = fc.letrec<{ content: Content }>((tie) => ({
  content: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true }).filter((number) => !Object.is(number, -0)),
    fc.string(),
    fc.array(tie('content')),
    fc.dictionary(fc.string(), tie('content'), { noNullPrototype: true }),
  ),
})).content;

describe('a document’s values', () => {
  it('are what was stored', () => {
    const survives = fc.property(content, (value) => {
      expect(decode(encode(value))).toEqual(value);
    });
    fc.assert(survives);
  });

  it('hold times that were stored to the millisecond as exactly that', () => {
    const survives = fc.property(fc.date({ noInvalidDate: true }), (date) => {
      expect(firestoreTime.safeParse(decode(encode(date))).data).toBe(date.getTime());
    });
    fc.assert(survives);
  });

  it('hold times to the fraction of a millisecond, as the server sends up to nine digits', () => {
    const moment = Date.parse('2026-11-20T12:00:00Z');
    const read = (timestampValue: string) =>
      firestoreTime.safeParse(decode({ timestampValue })).data;
    expect(read('2026-11-20T12:00:00Z')).toBe(moment);
    expect(read('2026-11-20T12:00:00.5Z')).toBe(moment + 500);
    expect(read('2026-11-20T12:00:00.123456Z')).toBeCloseTo(moment + 123.456, 3);
    expect(read('2026-11-20T12:00:00.999999999Z')).toBeLessThanOrEqual(moment + 1000);
  });

  it('that JSON has no number for are read', () => {
    expect(decode({ doubleValue: 'Infinity' })).toBe(Infinity);
    expect(decode({ doubleValue: 'NaN' })).toBeNaN();
  });

  it('of kinds that no document of ours has, or of none, are left out', () => {
    expect(decode({ geoPointValue: { latitude: 1, longitude: 2 } })).toBeUndefined();
    expect(decode({})).toBeUndefined();
    expect(decode('text')).toBeUndefined();
  });
});

describe('a document', () => {
  it('is known by its id', () => {
    expect(aDocument('posts/first', {}).id).toBe('first');
  });

  it('has a time only in a field that holds one', () => {
    const document = aDocument('posts/first', { createdAt: new Date(5000), text: 'Calm' });
    expect(timeIn(document, 'createdAt')).toBe(5000);
    expect(timeIn(document, 'text')).toBe(0);
    expect(timeIn(document, 'updatedAt')).toBe(0);
    const odd = documentOf(document.name, { createdAt: { timestampValue: 'soon' } });
    expect(timeIn(odd, 'createdAt')).toBe(0);
  });
});
