import * as z from 'zod/mini';

const headerRule = z.object({
  source: z.string(),
  headers: z.array(z.object({ key: z.string(), value: z.string() })),
});

/** The parts of firebase.json that a deployment rests on. */
export const configSchema = z.object({
  functions: z.array(
    z.object({ source: z.string(), runtime: z.string(), ignore: z.array(z.string()) }),
  ),
  hosting: z.object({
    rewrites: z.array(
      z.object({
        source: z.string(),
        destination: z.optional(z.string()),
        function: z.optional(z.object({ functionId: z.string(), region: z.string() })),
      }),
    ),
    headers: z.array(headerRule),
  }),
});
export type Config = z.infer<typeof configSchema>;

export const indexesSchema = z.object({
  indexes: z.array(
    z.object({
      collectionGroup: z.string(),
      fields: z.array(
        z.union([
          z.object({ fieldPath: z.string(), order: z.string() }),
          z.object({ fieldPath: z.string(), arrayConfig: z.string() }),
        ]),
      ),
    }),
  ),
  fieldOverrides: z.array(
    z.object({ collectionGroup: z.string(), fieldPath: z.string(), ttl: z.optional(z.boolean()) }),
  ),
});
export type Indexes = z.infer<typeof indexesSchema>;

/** A function as its code declares it; null where it leaves an option to the platform. */
export const functionSchema = z.object({
  region: z.optional(z.array(z.string())),
  availableMemoryMb: z.nullish(z.number()),
  timeoutSeconds: z.nullish(z.number()),
  concurrency: z.nullish(z.number()),
  minInstances: z.nullish(z.number()),
  maxInstances: z.nullish(z.number()),
  secretEnvironmentVariables: z.optional(z.array(z.object({ key: z.string() }))),
});
export type DeployedFunction = z.infer<typeof functionSchema>;

/** All that a deployment uploads, as the repository has it. */
export interface Deployment {
  readonly config: Config;
  readonly indexes: Indexes;
  /** The composite indexes that the product's queries need, as text. */
  readonly needed: readonly string[];
  readonly firestoreRules: string;
  readonly storageRules: string;
  readonly functions: Readonly<Record<string, DeployedFunction>>;
  /** How long the functions took to load (ms), and how large their code is (bytes). */
  readonly loadMs: number;
  readonly codeBytes: number;
  readonly nodeVersion: string;
  /** Names of the files that go up with the functions. */
  readonly uploaded: readonly string[];
  /** The settings of the project to deploy to; null where none was named. */
  readonly settings: Readonly<Record<string, string>> | null;
}

/** One thing that must be so before anything is deployed. */
export interface DeployCheck {
  readonly says: string;
  /** What is wrong, in sentences; none where all is well. */
  readonly problems: (deployment: Deployment) => string[];
}
