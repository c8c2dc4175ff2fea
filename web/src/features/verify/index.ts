export { Explanation } from './Explanation';
export { Verifier } from './Verifier';
