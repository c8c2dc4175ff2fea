import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { toLogOrigin } from '@quantalgo/contracts/record/log/checkpoint';
import type { Performance } from '@quantalgo/contracts/signals/figures';
import {
  computeShownFigures,
  MONDAY,
  Operator,
  planConfirmed,
} from '@quantalgo/tools/fixtures/operator';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WRONG_ENTERED_FIGURES } from '../../../../contracts/test/signals/wrongEnteredFigures';
import { HEADS_NAME, LEDGER_NAME } from '../../../src/data/database/databases';
import { deleteDatabase } from '../../../src/data/database/plain';
import { verifyLedger } from '../../../src/data/record/verify';
import { aLogSite, toLeaves } from './aLogSite';

const operator = new Operator(MONDAY);
operator.run(MONDAY, MONDAY + 6 * HOUR_MS, planConfirmed);
const { entered, ...figures } = computeShownFigures(operator);
if (!entered) throw new Error('The figures lack the signals that could be entered');

let site: Awaited<ReturnType<typeof aLogSite>>;

beforeEach(async () => {
  await Promise.all([LEDGER_NAME, HEADS_NAME].map(deleteDatabase));
  site = await aLogSite();
  const { ledgerId, entries, signer } = operator;
  Object.assign(site.log, { origin: toLogOrigin(ledgerId), signer, leaves: toLeaves(entries) });
});
afterEach(() => site.close());

async function doTheyAgree(shown: Performance): Promise<boolean | undefined> {
  site.log.figures = shown;
  const quiet = { report: () => undefined, again: () => Promise.reject(new Error('It waits')) };
  const outcome = await verifyLedger(quiet, false);
  return outcome.kind === 'checked' ? outcome.shown?.agrees : undefined;
}

describe('the site’s figures of signals that could be entered', () => {
  it('agree if they follow from the ledger', async () => {
    expect(entered.confirmed).toBeGreaterThan(entered.signals);
    expect(await doTheyAgree({ ...figures, entered })).toBe(true);
  });

  it.each(WRONG_ENTERED_FIGURES)('disagree if they state %o', async (wrong) => {
    expect(await doTheyAgree({ ...figures, entered: { ...entered, ...wrong } })).toBe(false);
  });

  it('disagree if the site leaves them out', async () => {
    expect(await doTheyAgree(figures)).toBe(false);
  });
});

describe('the site’s missed slots', () => {
  it('disagree if the ledger has more', async () => {
    expect(await doTheyAgree({ ...figures, entered, missedSlots: 0 })).toBe(false);
  });

  it('may be newer than a cached checkpoint, so both are fetched again', async () => {
    const { setTimeout: later } = globalThis;
    const pause = vi.fn((work: () => void) => later(work));
    vi.stubGlobal('setTimeout', (work: () => void, ms: number) =>
      ms === 5000 ? pause(work) : later(work, ms),
    );
    const { missedSlots } = figures;
    try {
      expect(await doTheyAgree({ ...figures, entered, missedSlots: missedSlots + 1 })).toBe(false);
      expect(pause).toHaveBeenCalledOnce();
    } finally {
      vi.stubGlobal('setTimeout', later);
    }
  });
});
