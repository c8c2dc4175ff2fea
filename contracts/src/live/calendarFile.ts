import type { ListedSession } from './calendar';

/** RFC 5545, section 3.3.11. */
const escapeText = (text: string): string =>
  text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');

/** RFC 5545, section 3.3.5, form 2. */
const formatUtcTime = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** Without the line break (RFC 5545, section 3.1). */
const MAX_LINE_OCTETS = 75;

function countOctets(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}

function foldLine(line: string): string {
  let text = '';
  let octets = 0;
  for (const character of line) {
    const size = countOctets(character);
    if (octets + size > MAX_LINE_OCTETS) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return `${text}\r\n`;
}

export interface CalendarSource {
  readonly brand: string;
  readonly host: string;
  readonly url: string;
  /** The calendar's revision. Calendar apps use the file with the highest one. */
  readonly revision: number;
  readonly now: number;
}

/**
 * iCalendar (RFC 5545), times in UTC. Newer files have the same UID, so that calendar apps move or
 * remove the event (sections 3.8.7.4 on SEQUENCE and 3.8.1.11 on STATUS).
 */
export function buildCalendarFile(
  { id, name, startsAt, endsAt, standing }: ListedSession,
  { brand, host, url, revision, now }: CalendarSource,
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(brand)}//Live sessions//EN`,
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${id}@${host}`,
    `SEQUENCE:${revision}`,
    `STATUS:${standing.type === 'cancelled' || standing.type === 'closed' ? 'CANCELLED' : 'CONFIRMED'}`,
    `DTSTAMP:${formatUtcTime(now)}`,
    `DTSTART:${formatUtcTime(startsAt)}`,
    `DTEND:${formatUtcTime(endsAt)}`,
    `SUMMARY:${escapeText(`${name} (${brand})`)}`,
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map(foldLine).join('');
}
