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

/** RFC 5545, 3.1. */
const unfoldLines = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

const getProperty = (text: string, name: string) =>
  unfoldLines(text)
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1);

/** RFC 5545, 3.3.11. */
const unescapeText = (value: string) =>
  value.replace(/\\([\\;,nN])/g, (_, one: string) => (one.toLowerCase() === 'n' ? '\n' : one));

/** Octets in UTF-8. @throws URIError for a split character */
const countOctets = (line: string) => encodeURIComponent(line).replace(/%../g, '.').length;

describe('calendar file', () => {
  it('contains one event in RFC 5545 format, with times in UTC', () => {
    expect(unfoldLines(buildCalendarFile(session, SOURCE))).toEqual([
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

  it('has the same UID each time it is generated', () => {
    const again = buildCalendarFile(session, { ...SOURCE, now: SOURCE.now + 1000 });
    expect(getProperty(again, 'UID')).toBe(getProperty(buildCalendarFile(session, SOURCE), 'UID'));
  });

  it('cancels the same event with a higher sequence number for a cancelled session', () => {
    const cancelled: ListedSession = {
      ...session,
      standing: { type: 'cancelled', revision: 4, changedAt: 0 },
    };
    const file = buildCalendarFile(cancelled, { ...SOURCE, revision: SOURCE.revision + 1 });
    expect(getProperty(file, 'STATUS')).toBe('CANCELLED');
    expect(getProperty(file, 'SEQUENCE')).toBe('4');
    expect(getProperty(file, 'UID')).toBe(getProperty(buildCalendarFile(session, SOURCE), 'UID'));
  });

  it('cancels the same event for a session in closed market hours', () => {
    const file = buildCalendarFile({ ...session, standing: { type: 'closed' } }, SOURCE);
    expect(getProperty(file, 'STATUS')).toBe('CANCELLED');
    expect(getProperty(file, 'UID')).toBe(getProperty(buildCalendarFile(session, SOURCE), 'UID'));
  });

  it('increases the sequence number when a cancellation is undone and repeated', () => {
    const now = SOURCE.now;
    const change = { action: 'cancel', id: 'nyc-session', day: '2026-11-23' } as const;
    let calendar = createCalendar(SPECIFIED_PLANS);
    const files = [true, false, true].map((on) => {
      calendar = applyCalendarChange(calendar, { ...change, on }, now) ?? calendar;
      const listed = listCalendarSessions(calendar, now, now + 24 * 60 * 60_000);
      const listedSession = listed.find(({ id }) => id === session.id);
      if (!listedSession) throw new Error('It stays in sight');
      return buildCalendarFile(listedSession, { ...SOURCE, revision: calendar.revision });
    });
    expect(
      files.map((file) => [getProperty(file, 'STATUS'), getProperty(file, 'SEQUENCE')]),
    ).toEqual([
      ['CANCELLED', '1'],
      ['CONFIRMED', '2'],
      ['CANCELLED', '3'],
    ]);
  });

  it('escapes commas, semicolons, backslashes and line breaks', () => {
    const text = buildCalendarFile({ ...session, name: 'Gold; oil, C:\\ and\nmore' }, SOURCE);
    expect(getProperty(text, 'SUMMARY')).toBe('Gold\\; oil\\, C:\\\\ and\\nmore (QuantAlgo)');
  });

  it('preserves any name in lines of at most 75 octets without splitting characters', () => {
    const name = fc.string({ unit: 'grapheme', maxLength: 200 }).filter((text) => !/\r/.test(text));
    fc.assert(
      fc.property(name, (text) => {
        const file = buildCalendarFile({ ...session, name: text }, SOURCE);
        for (const line of file.split('\r\n')) expect(countOctets(line)).toBeLessThanOrEqual(75);
        expect(unescapeText(getProperty(file, 'SUMMARY') ?? '')).toBe(`${text} (QuantAlgo)`);
        expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      }),
    );
  });
});
