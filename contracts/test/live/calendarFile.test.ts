import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createCalendar,
  listCalendarSessions,
  type ListedSession,
  SPECIFIED_PLANS,
} from '../../src/live/calendar';
import { applyCalendarChange } from '../../src/live/calendarChange';
import { buildCalendarFile } from '../../src/live/calendarFile';

const SOURCE = {
  brand: 'QuantAlgo',
  host: 'quantalgo.example',
  url: 'https://quantalgo.example/dashboard/platinum-stream',
  revision: 3,
  now: Date.parse('2026-11-22T16:00:00Z'),
};

const session: ListedSession = {
  id: 'nyc-session-20261123',
  name: 'NYC Session',
  startsAt: Date.parse('2026-11-23T13:30:00Z'),
  endsAt: Date.parse('2026-11-23T16:30:00Z'),
  standing: { type: 'planned' },
};

/** The lines as a calendar reads them: unfolded (RFC 5545, 3.1). */
const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

const valueOf = (text: string, name: string) =>
  linesOf(text)
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1);

/** A text value as a calendar reads it (RFC 5545, 3.3.11). */
const unescaped = (value: string) =>
  value.replace(/\\([\\;,nN])/g, (_, one: string) => (one.toLowerCase() === 'n' ? '\n' : one));

/** Octets in UTF-8. @throws URIError for a torn character */
const octetsIn = (line: string) => encodeURIComponent(line).replace(/%../g, '.').length;

describe('the calendar file of a live session', () => {
  it('is one event in the order and form of RFC 5545, in UTC', () => {
    expect(linesOf(buildCalendarFile(session, SOURCE))).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//QuantAlgo//Live sessions//EN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:nyc-session-20261123@quantalgo.example',
      'SEQUENCE:3',
      'STATUS:CONFIRMED',
      'DTSTAMP:20261122T160000Z',
      'DTSTART:20261123T133000Z',
      'DTEND:20261123T163000Z',
      'SUMMARY:NYC Session (QuantAlgo)',
      'URL:https://quantalgo.example/dashboard/platinum-stream',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('names the same event each time it is made', () => {
    const again = buildCalendarFile(session, { ...SOURCE, now: SOURCE.now + 1000 });
    expect(valueOf(again, 'UID')).toBe(valueOf(buildCalendarFile(session, SOURCE), 'UID'));
  });

  it('takes a cancelled session out: the same event with a higher number', () => {
    const cancelled: ListedSession = {
      ...session,
      standing: { type: 'cancelled', revision: 4, changedAt: 0 },
    };
    const file = buildCalendarFile(cancelled, { ...SOURCE, revision: SOURCE.revision + 1 });
    expect(valueOf(file, 'STATUS')).toBe('CANCELLED');
    expect(valueOf(file, 'SEQUENCE')).toBe('4');
    expect(valueOf(file, 'UID')).toBe(valueOf(buildCalendarFile(session, SOURCE), 'UID'));
  });

  it('takes out a session of hours in which the market is closed', () => {
    const file = buildCalendarFile({ ...session, standing: { type: 'closed' } }, SOURCE);
    expect(valueOf(file, 'STATUS')).toBe('CANCELLED');
    expect(valueOf(file, 'UID')).toBe(valueOf(buildCalendarFile(session, SOURCE), 'UID'));
  });

  it('outdoes the file before it where a cancellation is taken back and repeated', () => {
    const now = SOURCE.now;
    const change = { act: 'cancel', id: 'nyc-session', day: '2026-11-23' } as const;
    let calendar = createCalendar(SPECIFIED_PLANS);
    const files = [true, false, true].map((on) => {
      calendar = applyCalendarChange(calendar, { ...change, on }, now) ?? calendar;
      const listed = listCalendarSessions(calendar, now, now + 24 * 60 * 60_000);
      const found = listed.find(({ id }) => id === session.id);
      if (!found) throw new Error('It stays in sight');
      return buildCalendarFile(found, { ...SOURCE, revision: calendar.revision });
    });
    expect(files.map((file) => [valueOf(file, 'STATUS'), valueOf(file, 'SEQUENCE')])).toEqual([
      ['CANCELLED', '1'],
      ['CONFIRMED', '2'],
      ['CANCELLED', '3'],
    ]);
  });

  it('escapes commas, semicolons, backslashes and line breaks', () => {
    const text = buildCalendarFile({ ...session, name: 'Gold; oil, C:\\ and\nmore' }, SOURCE);
    expect(valueOf(text, 'SUMMARY')).toBe('Gold\\; oil\\, C:\\\\ and\\nmore (QuantAlgo)');
  });

  it('keeps any name: every line at most 75 octets, none torn within a character', () => {
    const name = fc.string({ unit: 'grapheme', maxLength: 200 }).filter((text) => !/\r/.test(text));
    fc.assert(
      fc.property(name, (text) => {
        const file = buildCalendarFile({ ...session, name: text }, SOURCE);
        for (const line of file.split('\r\n')) expect(octetsIn(line)).toBeLessThanOrEqual(75);
        expect(unescaped(valueOf(file, 'SUMMARY') ?? '')).toBe(`${text} (QuantAlgo)`);
        expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      }),
    );
  });
});
