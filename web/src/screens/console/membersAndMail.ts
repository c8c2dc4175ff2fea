export { default as Mail } from './Mail';
export { default as Members } from './Members';
