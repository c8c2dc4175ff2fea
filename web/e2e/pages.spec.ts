import { liveSuite } from './support/suite';
import { EVERY_CASE, titleOfCase } from './pages/cases';
import { pairwise } from './pages/pairwise';
import { test } from './pages/people';
import { ROLES } from './pages/places';
import { expectSound } from './pages/visit';

const CHOSEN = pairwise(EVERY_CASE);

test.describe.configure({ mode: 'parallel' });

for (const role of ROLES)
  test.describe(role, () => {
    // Each role logs in once, so its tests share one worker.
    test.describe.configure({ mode: 'default' });
    test.beforeAll(liveSuite);

    for (const visit of CHOSEN.filter((one) => one.role === role))
      test(titleOfCase(visit), async ({ browserFor }) => {
        await expectSound(await browserFor(visit.role), visit);
      });
  });
