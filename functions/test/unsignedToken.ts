const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * An unsigned ID token, as the emulators issue and accept it.
 * @param claims added to the default ones, or replacing them
 */
export function unsignedToken(project: string, uid: string, claims: object): string {
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    iss: `https://securetoken.google.com/${project}`,
    aud: project,
    sub: uid,
    user_id: uid,
    iat: now,
    exp: now + 3600,
    ...claims,
  };
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`;
}
