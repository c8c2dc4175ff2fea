import { createServer } from 'node:http';
import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { ChainVerifier } from '@quantalgo/contracts/record/ledger/verifier';
import { describe, expect, it } from 'vitest';
import { WRONG_ENTERED_FIGURES } from '../../../contracts/test/signals/wrongEnteredFigures';
import * as z from 'zod/mini';
import {
  computeShownFigures,
  MONDAY,
  Operator,
  planConfirmed,
  planHonestly,
} from '../fixtures/operator';
import { getLogReply } from '../fixtures/servedLog';
import { run } from '../fixtures/verifyCommand';

/** What the command says of a site that shows figures; the first checkpoint that it serves is of `cached` entries. */
async function verified(operator: Operator, figures: object, cached?: number) {
  const asked: string[] = [];
  const answerTo = (path: string, isFirst: boolean): string | Uint8Array => {
    if (path === '/api/record') return JSON.stringify({ data: { performance: figures } });
    if (path === '/ledger/checkpoint' && isFirst) return operator.checkpoint(cached).note;
    return getLogReply(operator, path) ?? '';
  };
  const server = createServer(({ url = '' }, response) => {
    response.end(answerTo(url, !asked.includes(url)));
    asked.push(url);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.int() }).parse(server.address());
  const found = await run(`http://127.0.0.1:${port}`);
  server.close();
  return { ...found, asked };
}

const NO_MORE = { settled: 0, won: 0, breakEven: 0 };

/** The figures of an operator's ledger, or of one with more settlements. */
function computeFigures({ entries }: Operator, more = NO_MORE) {
  const chain = new ChainVerifier(Date.now());
  for (const entry of entries) chain.take(entry);
  const { settled = 0, won = 0, breakEven = 0 } = chain.summary() ?? {};
  return {
    totalSignals: settled + more.settled,
    wonSignals: won + more.won,
    breakEvenSignals: breakEven + more.breakEven,
  };
}

describe('figures shown by a site', () => {
  const operator = new Operator(MONDAY);
  operator.run(MONDAY, MONDAY + 12 * HOUR_MS, planHonestly);
  const before = operator.entries.length;
  operator.run(MONDAY + 12 * HOUR_MS, MONDAY + 13 * HOUR_MS, planHonestly);

  it('pass if they match its ledger', async () => {
    expect((await verified(operator, computeFigures(operator))).code).toBe(0);
  });

  it('pass if entries are added during the download, which fetches only the new ones', async () => {
    const { code, said, asked } = await verified(operator, computeFigures(operator), before);
    expect(said).toContain(`entries      ${operator.entries.length}`);
    expect(code).toBe(0);
    expect(asked.slice(0, 2)).toEqual(['/api/record', '/ledger/checkpoint']);
    expect(asked.filter((path) => path === '/ledger/tile/entries/000')).toHaveLength(1);
  });

  it('fail if they count more settlements than the ledger', async () => {
    const more = { ...NO_MORE, settled: 9990, won: 9900 };
    const { code, said } = await verified(operator, computeFigures(operator, more));
    expect(said).toMatch(/^The site shows \d+ won and .* the ledger has only \d+ settled\.$/m);
    expect(code).toBe(1);
  });

  it('fail if only a rate differs', async () => {
    const figures = computeFigures(operator);
    const winRate = (100 * figures.wonSignals) / figures.totalSignals;
    expect((await verified(operator, { ...figures, winRate })).code).toBe(0);
    for (const rates of [{ winRate: 99 }, { winRate, firstEntryRate: 99 }]) {
      const { code, said } = await verified(operator, { ...figures, ...rates });
      expect(said).toMatch(/^The site shows rates that differ from the ledger's \d+ won/m);
      expect(code).toBe(1);
    }
  });

  it('fail if the number of break-evens differs', async () => {
    const { code, said } = await verified(
      operator,
      computeFigures(operator, { ...NO_MORE, breakEven: 1 }),
    );
    expect(said).toMatch(
      /^The site shows \d+ won and 1 break-even of \d+, the ledger says \d+ and 0/m,
    );
    expect(code).toBe(1);
  });
});

describe('figures of missed slots and of signals that could be entered', () => {
  const operator = new Operator(MONDAY);
  operator.run(MONDAY, MONDAY + 6 * HOUR_MS, planConfirmed);
  const figures = computeShownFigures(operator);
  const { entered = null, ...withoutEntered } = figures;

  it('pass if they match the ledger', async () => {
    expect(entered?.signals).toBeGreaterThan(20);
    expect(entered?.confirmed).toBeGreaterThan(entered?.signals ?? 0);
    expect(figures.missedSlots).toBe(6);
    expect((await verified(operator, figures)).code).toBe(0);
  });

  it('fail if the missed slots differ', async () => {
    for (const missedSlots of [0, 7]) {
      const { code, said } = await verified(operator, { ...figures, missedSlots });
      expect(said).toContain(`The site shows ${missedSlots} missed slots, the ledger says 6.`);
      expect(code).toBe(1);
    }
  });

  it.each(WRONG_ENTERED_FIGURES)('fail if they state %o', async (wrong) => {
    const { code, said } = await verified(operator, {
      ...figures,
      entered: { ...entered, ...wrong },
    });
    expect(said).toMatch(/^The site's figures of signals that could be entered differ from/m);
    expect(code).toBe(1);
  });

  it('fail if they leave out the confirmed signals', async () => {
    expect((await verified(operator, withoutEntered)).code).toBe(1);
  });
});
