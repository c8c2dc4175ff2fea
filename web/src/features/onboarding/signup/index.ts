export { SignUpScreen as default } from './SignUpScreen';
