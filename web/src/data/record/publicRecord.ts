import { type PublicRecord, recordEndpoints } from '@quantalgo/contracts/record/endpoints';
import { readPublic } from '../core/readPublic';
import { createRequestCache, type Request, useRequest } from '../core/useRequest';

const OPTIONS = {
  cache: createRequestCache<PublicRecord>(),
  failure: { fallback: recordEndpoints.record.failure },
};

export const usePublicRecord = (): Request<PublicRecord> =>
  useRequest(async () => (await readPublic(recordEndpoints.record)).data, OPTIONS);
