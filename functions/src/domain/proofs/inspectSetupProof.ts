import { NOT_A_SETUP_PROOF, NOT_AN_IMAGE } from '@quantalgo/contracts';
import { inspectImage, type Inspection } from './inspectImage';
import { inspectPdf, looksLikePdf, type PdfInspection } from './inspectPdf';

/** Judges the bytes of a proof of deposit, whatever its name and type claim: an image or a PDF. */
export function inspectSetupProof(bytes: Uint8Array): Inspection | PdfInspection {
  if (looksLikePdf(bytes)) return inspectPdf(bytes);
  const verdict = inspectImage(bytes);
  if (verdict.accepted) return verdict;
  return { accepted: false, reason: verdict.reason.replace(NOT_AN_IMAGE, NOT_A_SETUP_PROOF) };
}
