export { default as Members } from './Members';
export { default as Users } from './Users';
