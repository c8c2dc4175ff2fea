export { Styleguide as default } from './Styleguide';
