import { TextPage } from '../../screens/landing/LegalPage';
import { Explanation, VERIFY } from '../../screens/verify/Explanation';
import { Verifier } from '../../screens/verify/Verifier';

/** Where the document's script makes the verifier live. */
export const VERIFIER_ID = 'verifier';

/** The page on which anyone verifies the record, as it is prerendered. */
export const VerifyPage = () => (
  <TextPage title={VERIFY.title} intro={VERIFY.intro}>
    <div id={VERIFIER_ID}>
      <Verifier />
    </div>
    <Explanation />
  </TextPage>
);
