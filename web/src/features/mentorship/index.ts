export { Mentorship as default } from './Mentorship';
