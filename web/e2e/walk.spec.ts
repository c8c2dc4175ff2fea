import { liveSuite } from './support/suite';
import { EVERY_CASE, titleOfCase } from './walk/cases';
import { pairwise } from './walk/pairwise';
import { test } from './walk/people';
import { expectSound } from './walk/visit';

test.beforeAll(liveSuite);

for (const visit of pairwise(EVERY_CASE))
  test(titleOfCase(visit), async ({ browserFor }) => {
    await expectSound(await browserFor(visit.role), visit);
  });
