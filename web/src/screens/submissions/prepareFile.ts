import { FILE_TOO_LARGE, PROOF_MAX_BYTES } from '@quantalgo/contracts/submissions/submission';
import { FileRefusedError, readChosenFile } from '../../data/core/chosenFile';
import { detectFormat, FORMATS } from '../../data/core/fileFormat';
import { toProof } from '../../data/core/images';

interface FileRules {
  readonly takesPdf: boolean;
  /** Error for a file of another kind. */
  readonly malformed: string;
}

/** @throws FileRefusedError */
async function toSubmission(file: File, { takesPdf, malformed }: FileRules): Promise<File> {
  const limits = { maxBytes: PROOF_MAX_BYTES, tooLarge: FILE_TOO_LARGE };
  const bytes = await readChosenFile(file, limits);
  const format = detectFormat(bytes);
  if (format === null || (format === 'pdf' && !takesPdf)) throw new FileRefusedError(malformed);
  const { type } = FORMATS[format];
  const content = format === 'pdf' ? new Blob([bytes], { type }) : await toProof(bytes, format);
  return new File([content], file.name, { type: content.type });
}

/**
 * Prepares a file for upload: an image in a readable size, a PDF unchanged. The file's bytes decide
 * its type.
 * @returns the file, or a sentence that says why it was refused
 */
export const prepareFile = (file: File, accepted: FileRules): Promise<File | string> =>
  toSubmission(file, accepted).catch((error: unknown) => {
    if (error instanceof FileRefusedError) return error.message;
    throw error;
  });
