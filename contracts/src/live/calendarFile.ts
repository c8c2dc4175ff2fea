import type { ListedSession } from './calendar';

/** A text value: RFC 5545, section 3.3.11. */
const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');

/** A time in UTC: RFC 5545, section 3.3.5, form 2. `at` in epoch ms. */
const utcTime = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** Most octets of a line without its break: RFC 5545, section 3.1. */
const LINE_OCTETS = 75;

/** Octets of a character in UTF-8. */
function octetsOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}

/** A content line, folded between characters, never within one. */
function folded(line: string): string {
  let text = '';
  let octets = 0;
  for (const character of line) {
    const more = octetsOf(character);
    if (octets + more > LINE_OCTETS) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += more;
  }
  return `${text}\r\n`;
}

/** Where a calendar file comes from. */
export interface CalendarSource {
  /** The site's name. */
  readonly brand: string;
  /** The site's host, `quantalgo.example`: with the session's id it makes a UID of the world. */
  readonly host: string;
  /** The address of the room. */
  readonly url: string;
  /** The calendar's number of changes: a calendar takes the file with the higher one. */
  readonly revision: number;
  /** When the file is made (epoch ms). */
  readonly now: number;
}

/**
 * A live session as an iCalendar file (RFC 5545), with its times in UTC. Made again it names the same event, which a
 * calendar then moves or takes out: section 3.8.7.4 on SEQUENCE, 3.8.1.11 on STATUS.
 */
export function calendarFile(
  { id, name, startsAt, endsAt, standing }: ListedSession,
  { brand, host, url, revision, now }: CalendarSource,
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(brand)}//Live sessions//EN`,
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${id}@${host}`,
    `SEQUENCE:${revision}`,
    `STATUS:${standing.type === 'cancelled' || standing.type === 'closed' ? 'CANCELLED' : 'CONFIRMED'}`,
    `DTSTAMP:${utcTime(now)}`,
    `DTSTART:${utcTime(startsAt)}`,
    `DTEND:${utcTime(endsAt)}`,
    `SUMMARY:${escaped(`${name} (${brand})`)}`,
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map(folded).join('');
}
