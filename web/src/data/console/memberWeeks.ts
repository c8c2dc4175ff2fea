import { type MemberFigures, toWeekRows } from '@quantalgo/contracts/console/memberWeeks';
import { memberWeeksEndpoints } from '@quantalgo/contracts/console/endpoints';
import { toCsv } from '@quantalgo/contracts/core/csv';
import { call } from '../auth/call';
import { toFailureText } from '../core/errors';
import { saveCsv } from '../core/saveFile';
import { type Request, useRequest } from '../core/useRequest';
import { createStaffCache } from './queries';

const figuresCache = createStaffCache<MemberFigures>();

export const useMemberFigures = (): Request<MemberFigures> =>
  useRequest(async () => (await call(memberWeeksEndpoints.memberWeeks, {})).data, {
    cache: figuresCache,
    key: 'now',
    failure: toFailureText(memberWeeksEndpoints.memberWeeks),
  });

export const saveMemberWeeks = ({ weeks }: MemberFigures): void =>
  saveCsv('quantalgo-members-by-week.csv', toCsv(toWeekRows(weeks)));
