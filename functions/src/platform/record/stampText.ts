import { createHash, randomBytes } from 'node:crypto';
import { readTimeStampToken, SHA256_OID } from '@quantalgo/contracts/record/ledger/evidence';
import { Integer, Null, OctetString } from 'asn1js';
import {
  AlgorithmIdentifier,
  MessageImprint,
  PKIStatus,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import type { TimeAuthority } from './timeAuthority';

/** `token` is DER-encoded; `genTime` is the attested time (epoch ms). */
export interface TimeStamp {
  readonly token: Uint8Array;
  readonly genTime: number;
}

/** @throws Error if the authority returns no stamp */
export interface Stamper {
  readonly by: string;
  readonly text: (text: string) => Promise<TimeStamp>;
}

const GRANTED_STATUSES: readonly number[] = [PKIStatus.granted, PKIStatus.grantedWithMods];

/** The nonce protects against replayed replies. */
function buildQuery(hash: Buffer): { query: Uint8Array; nonce: Integer } {
  const hashAlgorithm = new AlgorithmIdentifier({
    algorithmId: SHA256_OID,
    algorithmParams: new Null(),
  });
  const hashedMessage = new OctetString({ valueHex: Uint8Array.from(hash).buffer });
  const messageImprint = new MessageImprint({ hashAlgorithm, hashedMessage });
  // DER integers must be in their shortest form; a leading 1 byte also keeps this one positive.
  const nonce = new Integer({ valueHex: Uint8Array.from([1, ...randomBytes(8)]).buffer });
  const request = new TimeStampReq({ version: 1, messageImprint, nonce, certReq: true });
  return { query: new Uint8Array(request.toSchema().toBER()), nonce };
}

function parseReply(reply: Uint8Array): { token: Uint8Array; signed: SignedData } {
  const { status, timeStampToken } = TimeStampResp.fromBER(reply);
  if (!GRANTED_STATUSES.includes(status.status) || !timeStampToken)
    throw new Error(`The time-stamp authority refused (status ${status.status})`);
  const token = new Uint8Array(timeStampToken.toSchema().toBER());
  return { token, signed: new SignedData({ schema: timeStampToken.content }) };
}

const verifySignature = (signed: SignedData, data: Uint8Array): Promise<boolean> =>
  signed.verify({ signer: 0, data: Uint8Array.from(data).buffer, checkChain: false }).then(
    (verified) => verified,
    () => false,
  );

/**
 * Checks that the time-stamp covers the text's SHA-256, carries our nonce, and is signed with the
 * certificate that it includes. Verifiers decide if they trust the certificate.
 * @throws Error if the authority refuses or fails, or a check fails
 */
export async function stampText(authority: TimeAuthority, text: string): Promise<TimeStamp> {
  const data = Buffer.from(text);
  const hash = createHash('sha256').update(data).digest();
  const { query, nonce } = buildQuery(hash);
  const { token, signed } = parseReply(await authority.answer(query));
  const { hashAlgorithm, imprint, genTime } = readTimeStampToken(token);
  if (hashAlgorithm !== SHA256_OID || imprint !== hash.toString('hex'))
    throw new Error('The time-stamp is for different data');
  const content = signed.encapContentInfo.eContent?.getValue() ?? new ArrayBuffer();
  if (!TSTInfo.fromBER(content).nonce?.isEqual(nonce))
    throw new Error('The time-stamp answers a different query');
  if (!(await verifySignature(signed, data)))
    throw new Error('The time-stamp’s signature is invalid');
  return { token, genTime };
}
