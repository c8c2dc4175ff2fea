import { FILE_TOO_LARGE, PROOF_MAX_BYTES } from '@quantalgo/contracts/submissions/submission';
import { FileRefusedError, readChosen } from '../../data/core/chosenFile';
import { detectFormat, FORMATS } from '../../data/core/fileFormat';
import { toProof } from '../../data/core/images';

interface Accepted {
  readonly takesPdf: boolean;
  /** The error of a file of another kind. */
  readonly malformed: string;
}

/** @throws FileRefusedError */
async function toSubmission(file: File, { takesPdf, malformed }: Accepted): Promise<File> {
  const limits = { maxBytes: PROOF_MAX_BYTES, tooLarge: FILE_TOO_LARGE };
  const bytes = await readChosen(file, limits);
  const format = detectFormat(bytes);
  if (format === null || (format === 'pdf' && !takesPdf)) throw new FileRefusedError(malformed);
  const { type } = FORMATS[format];
  const sent = format === 'pdf' ? new Blob([bytes], { type }) : await toProof(bytes, format);
  return new File([sent], file.name, { type: sent.type });
}

/**
 * Copies a chosen file as it is sent: an image in a readable size, a PDF unchanged. Its bytes decide what it is.
 * @returns why it can’t be sent, as a sentence, if it can’t
 */
export const prepareFile = (file: File, accepted: Accepted): Promise<File | string> =>
  toSubmission(file, accepted).catch((error: unknown) => {
    if (error instanceof FileRefusedError) return error.message;
    throw error;
  });
