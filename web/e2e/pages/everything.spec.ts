import { EVERY_CASE, titleOfCase } from './cases';
import { test } from './people';
import { expectSound } from './visit';

for (const visit of EVERY_CASE)
  test(titleOfCase(visit), async ({ browserFor }) => {
    await expectSound(await browserFor(visit.role), visit);
  });
