import { describe, expect, it } from 'vitest';
import {
  validateController,
  DEMONSTRATION_CONTROLLER,
  parseController,
} from '../../src/legal/controller';
import { CONTROLLER_SETTINGS as WHOLE } from '../controllerSettings';

describe('controller settings', () => {
  it('are parsed into a controller with its legal bases and retention periods', () => {
    expect(validateController(WHOLE)).toEqual([]);
    expect(parseController({ ...WHOLE, UK_REPRESENTATIVE: '' })).toMatchObject({
      name: 'Lumen Signals Ltd',
      bases: { account: 'contract', safety: 'legitimate-interests', messages: 'consent' },
      backupWeeks: 14,
      logDays: 30,
      ukRepresentative: null,
      isDemonstration: false,
    });
  });

  it.each(Object.keys(WHOLE))('are rejected without %s', (name) => {
    expect(validateController({ ...WHOLE, [name]: '' })).toEqual([`${name} is missing`]);
    expect(() => parseController({ ...WHOLE, [name]: '' })).toThrow(`${name} is missing`);
  });

  it.each([
    ['CONTROLLER_NAME', DEMONSTRATION_CONTROLLER.name],
    ['CONTROLLER_ADDRESS', DEMONSTRATION_CONTROLLER.address],
    ['CONTROLLER_EMAIL', DEMONSTRATION_CONTROLLER.email],
    ['MAIL_PROVIDER', DEMONSTRATION_CONTROLLER.mailProvider],
    ['CONTROLLER_EMAIL', 'support'],
    ['CONTROLLER_ADDRESS', 'Lagos'],
    ['LEGAL_BASIS_SAFETY', 'because'],
    ['BACKUP_WEEKS', '15'],
    ['BACKUP_WEEKS', '0'],
    ['LOG_DAYS', 'forever'],
  ])('are rejected if %s is “%s”', (name, value) => {
    const [problem] = validateController({ ...WHOLE, [name]: value });
    expect(problem).toMatch(new RegExp(`^${name} (is|must) `));
  });
});
