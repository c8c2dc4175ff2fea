import { describe, expect, it } from 'vitest';
import { createNumberedProgress } from '../../src/suite/command';

function collector() {
  let text = '';
  return { write: (part: string) => (text += part), text: () => text };
}

describe('createNumberedProgress', () => {
  it('numbers the steps and prints how long each took', async () => {
    const output = collector();
    const progress = createNumberedProgress(2, output);
    expect(await progress.step('Building', Promise.resolve('built'))).toBe('built');
    await progress.step('Starting', Promise.resolve());
    expect(output.text()).toMatch(
      /^\[1\/2\] Building … \d+\.\d s\n\[2\/2\] Starting … \d+\.\d s\n$/,
    );
  });

  it('prints notes after their step', async () => {
    const output = collector();
    const progress = createNumberedProgress(1, output);
    const work = Promise.resolve().then(() => progress.note('288 signals'));
    await progress.step('Seeding', work);
    expect(output.text()).toMatch(/^\[1\/1\] Seeding … \d+\.\d s\n {6}288 signals\n$/);
  });

  it('prints announcements at once and then continues the step', async () => {
    const output = collector();
    const progress = createNumberedProgress(1, output);
    const work = Promise.resolve().then(() => progress.announce('installing Java …'));
    await progress.step('Finding', work);
    expect(output.text()).toMatch(
      /^\[1\/1\] Finding … \n {6}installing Java …\n\[1\/1\] Finding … \d+\.\d s\n$/,
    );
  });

  it('marks the step that failed', async () => {
    const output = collector();
    const failing = createNumberedProgress(1, output).step(
      'Building',
      Promise.reject(new Error('syntax')),
    );
    await expect(failing).rejects.toThrow('syntax');
    expect(output.text()).toContain('Building … failed');
  });
});
