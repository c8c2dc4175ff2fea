export { Users as default } from './Users';
