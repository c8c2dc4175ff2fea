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

describe('deposit proof', () => {
  it.each([
    ['a PNG', png(), 'image/png'],
    ['a JPEG', jpeg(1080, 2400), 'image/jpeg'],
    ['a PDF', pdf(), 'application/pdf'],
    ['a PDF with a blank last line', withAfter(Buffer.from('\r\n')), 'application/pdf'],
    [
      'a PDF that opens at its first page',
      pdf('<< /OpenAction [3 0 R /Fit] >>'),
      'application/pdf',
    ],
    [
      'a PDF with an action name inside a stream',
      pdf('4 0 obj << >> stream\n/JS /AA\nendstream endobj'),
      'application/pdf',
    ],
  ])('may be %s', (_what, bytes, type) => {
    expect(inspectSetupProof(bytes)).toMatchObject({ accepted: true, type });
  });

  it.each([
    ['empty', Buffer.alloc(0), `The file is empty. ${NOT_A_SETUP_PROOF}`],
    ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>'), NOT_A_SETUP_PROOF],
    ['HTML with a PDF after it', withBefore('<html>'), NOT_A_SETUP_PROOF],
    [
      'a PDF with a ZIP archive after it',
      withAfter(Buffer.from('PK\u0003\u0004')),
      NOT_A_SETUP_PROOF,
    ],
    ['a truncated PDF', pdf().subarray(0, 60), NOT_A_SETUP_PROOF],
    ['a PDF of 10 MB', Buffer.concat([pdf(), Buffer.alloc(PROOF_MAX_BYTES, 32)]), FILE_TOO_LARGE],
    ['a PDF with a password', pdf('trailer << /Encrypt 5 0 R >>'), LOCKED],
    ['a PDF with a script', pdf('<< /S /JavaScript /JS (app.alert(1)) >>'), ACTIVE],
    ['a PDF that starts a program', pdf('<< /S /Launch /F (calc.exe) >>'), ACTIVE],
    ['a PDF with an attachment', pdf('<< /Names << /EmbeddedFiles 7 0 R >> >>'), ACTIVE],
    ['a PDF with an escaped script name', pdf('<< /S /J#61vaScript >>'), ACTIVE],
    ['a PDF with a link annotation', pdf('<< /S /URI /URI (https://phish.test) >>'), ACTIVE],
    ['a PDF with an open action', pdf('<< /OpenAction 7 0 R >>'), ACTIVE],
    ['a PDF with a page action', pdf('<< /AA << /O 7 0 R >> >>'), ACTIVE],
    [
      'a PDF with a script between fake “stream” comments',
      pdf('% stream\n<< /OpenAction << /S /JavaScript /JS (x) >> >>\n% endstream'),
      ACTIVE,
    ],
    [
      'a PDF with an escaped script name between fake streams',
      pdf('(stream) << /S /J#61vaScript >> (endstream)'),
      ACTIVE,
    ],
    ['an executable', Buffer.from('MZ\u0000\u0001'), NOT_A_SETUP_PROOF],
  ])('may not be %s', (_what, bytes, reason) => {
    expect(inspectSetupProof(bytes)).toEqual({ accepted: false, reason });
  });

  it('is inspected within two seconds, even for 10 MB of stream markers', () => {
    const streams = Buffer.from('%PDF-1.7\n' + 'stream\n'.repeat(1_400_000));
    const started = performance.now();
    expect(inspectSetupProof(streams).accepted).toBe(false);
    const open = Buffer.concat([streams, Buffer.from('startxref\n9\n%%EOF')]);
    expect(inspectSetupProof(open).accepted).toBe(true);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
