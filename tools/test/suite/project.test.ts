import { expect, it } from 'vitest';
import { openProject } from '../../src/suite/project';

it.each([
  ['(default)', undefined],
  ['restored', 'restored'],
])('opens the database %s if the name %s is given', async (read, named) => {
  const project = openProject('lumen-staging', named);
  try {
    expect(project.database.databaseId).toBe(read);
    expect(project.bucket.name).toBe('lumen-staging.firebasestorage.app');
  } finally {
    await project.close();
  }
});
