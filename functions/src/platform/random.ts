import { randomInt } from 'node:crypto';
import type { Draw } from '../domain/codes';

/** Random numbers that nobody can foresee. */
export const draw: Draw = (below) => randomInt(below);
