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

/** A time-stamp token (DER), and the time (epoch ms) at which its authority attests that the text existed. */
export interface TimeStamp {
  readonly token: Uint8Array;
  readonly genTime: number;
}

const GRANTED: readonly number[] = [PKIStatus.granted, PKIStatus.grantedWithMods];

/** The DER of a query for a hash, and its nonce, so that an old answer can't be replayed. */
function queryFor(hash: Buffer): { query: Uint8Array; nonce: Integer } {
  const hashAlgorithm = new AlgorithmIdentifier({
    algorithmId: SHA256_OID,
    algorithmParams: new Null(),
  });
  const hashedMessage = new OctetString({ valueHex: Uint8Array.from(hash).buffer });
  const messageImprint = new MessageImprint({ hashAlgorithm, hashedMessage });
  // A leading 1 keeps the number positive and in its shortest form.
  const nonce = new Integer({ valueHex: Uint8Array.from([1, ...randomBytes(8)]).buffer });
  const request = new TimeStampReq({ version: 1, messageImprint, nonce, certReq: true });
  return { query: new Uint8Array(request.toSchema().toBER()), nonce };
}

/** @throws Error where the authority refused, or its reply contains no token */
function tokenIn(reply: Uint8Array): { token: Uint8Array; signed: SignedData } {
  const { status, timeStampToken } = TimeStampResp.fromBER(reply);
  if (!GRANTED.includes(status.status) || !timeStampToken)
    throw new Error(`The time-stamp authority refused (status ${status.status})`);
  const token = new Uint8Array(timeStampToken.toSchema().toBER());
  return { token, signed: new SignedData({ schema: timeStampToken.content }) };
}

const holds = (signed: SignedData, data: Uint8Array): Promise<boolean> =>
  signed.verify({ signer: 0, data: Uint8Array.from(data).buffer, checkChain: false }).then(
    (verified) => verified,
    () => false,
  );

/**
 * Time-stamps a text. The answer must cover SHA-256 of its UTF-8 bytes, carry the query's nonce, and be signed by the
 * certificate that it contains. Whether to trust that certificate is up to the verifier.
 * @throws Error where the authority refuses, doesn't answer, or its answer fails one of these checks
 */
export async function stampText(authority: TimeAuthority, text: string): Promise<TimeStamp> {
  const data = Buffer.from(text);
  const hash = createHash('sha256').update(data).digest();
  const { query, nonce } = queryFor(hash);
  const { token, signed } = tokenIn(await authority.answer(query));
  const { hashAlgorithm, imprint, genTime } = readTimeStampToken(token);
  if (hashAlgorithm !== SHA256_OID || imprint !== hash.toString('hex'))
    throw new Error('The time-stamp is over something else');
  const content = signed.encapContentInfo.eContent?.getValue() ?? new ArrayBuffer();
  if (!TSTInfo.fromBER(content).nonce?.isEqual(nonce))
    throw new Error('The time-stamp answers another query');
  if (!(await holds(signed, data)))
    throw new Error('The signature of the time-stamp does not hold');
  return { token, genTime };
}
