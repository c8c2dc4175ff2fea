import { expect, it } from 'vitest';
import { openProject } from '../../src/suite/project';

it.each([
  ['(default)', undefined],
  ['restored', 'restored'],
])('reads the database %s of a deployed project where %s is named', async (read, named) => {
  const project = openProject('lumen-staging', named);
  try {
    expect(project.database.databaseId).toBe(read);
    expect(project.bucket.name).toBe('lumen-staging.firebasestorage.app');
  } finally {
    await project.close();
  }
});
