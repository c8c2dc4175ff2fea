import {
  FILE_TOO_LARGE,
  NOT_A_SETUP_PROOF,
  PROOF_MAX_BYTES,
} from '@quantalgo/contracts/submissions/submission';
import { describe, expect, it } from 'vitest';
import { inspectSetupProof } from '../../../src/domain/submissions/uploads';
import { jpeg, pdf, png } from '../../images';

const LOCKED = 'The PDF is password-protected. Please upload one without a password.';
const ACTIVE =
  'The PDF contains scripts, links or attachments. Please upload a screenshot instead.';

const withBefore = (text: string) => Buffer.concat([Buffer.from(text), pdf()]);
const withAfter = (bytes: Buffer) => Buffer.concat([pdf(), bytes]);

describe('a proof of deposit', () => {
  it.each([
    ['a PNG', png(), 'image/png'],
    ['a JPEG', jpeg(1080, 2400), 'image/jpeg'],
    ['a PDF', pdf(), 'application/pdf'],
    ['a PDF with an empty line at its end', withAfter(Buffer.from('\r\n')), 'application/pdf'],
    [
      'a PDF that opens at its first page',
      pdf('<< /OpenAction [3 0 R /Fit] >>'),
      'application/pdf',
    ],
    [
      'a PDF in whose pixels a name turns up',
      pdf('4 0 obj << >> stream\n/JS /AA\nendstream endobj'),
      'application/pdf',
    ],
  ])('may be %s', (_what, bytes, type) => {
    expect(inspectSetupProof(bytes)).toMatchObject({ accepted: true, type });
  });

  it.each([
    ['nothing', Buffer.alloc(0), `The file is empty. ${NOT_A_SETUP_PROOF}`],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), NOT_A_SETUP_PROOF],
    ['a page with a PDF behind it', withBefore('<html>'), NOT_A_SETUP_PROOF],
    [
      'a PDF with an archive behind it',
      withAfter(Buffer.from('PK\u0003\u0004')),
      NOT_A_SETUP_PROOF,
    ],
    ['a PDF that breaks off', pdf().subarray(0, 60), NOT_A_SETUP_PROOF],
    ['a PDF of 10 MB', Buffer.concat([pdf(), Buffer.alloc(PROOF_MAX_BYTES, 32)]), FILE_TOO_LARGE],
    ['a PDF with a password', pdf('trailer << /Encrypt 5 0 R >>'), LOCKED],
    ['a PDF with a script', pdf('<< /S /JavaScript /JS (app.alert(1)) >>'), ACTIVE],
    ['a PDF that starts a program', pdf('<< /S /Launch /F (calc.exe) >>'), ACTIVE],
    ['a PDF with an attachment', pdf('<< /Names << /EmbeddedFiles 7 0 R >> >>'), ACTIVE],
    ['a PDF whose script has an escaped name', pdf('<< /S /J#61vaScript >>'), ACTIVE],
    ['a PDF with a link over its page', pdf('<< /S /URI /URI (https://phish.test) >>'), ACTIVE],
    ['a PDF that acts when it is opened', pdf('<< /OpenAction 7 0 R >>'), ACTIVE],
    ['a PDF that acts when its page is shown', pdf('<< /AA << /O 7 0 R >> >>'), ACTIVE],
    [
      'a PDF that hides its script behind the word “stream” in a comment',
      pdf('% stream\n<< /OpenAction << /S /JavaScript /JS (x) >> >>\n% endstream'),
      ACTIVE,
    ],
    [
      'a PDF that hides an escaped name in the same way',
      pdf('(stream) << /S /J#61vaScript >> (endstream)'),
      ACTIVE,
    ],
    ['an executable', Buffer.from('MZ\u0000\u0001'), NOT_A_SETUP_PROOF],
  ])('may not be %s', (_what, bytes, reason) => {
    expect(inspectSetupProof(bytes)).toEqual({ accepted: false, reason });
  });

  it('is judged in no time, however its bytes are made', () => {
    const streams = Buffer.from('%PDF-1.7\n' + 'stream\n'.repeat(1_400_000));
    const started = performance.now();
    expect(inspectSetupProof(streams).accepted).toBe(false);
    const open = Buffer.concat([streams, Buffer.from('startxref\n9\n%%EOF')]);
    expect(inspectSetupProof(open).accepted).toBe(true);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
