const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * An unsigned ID token of a project, as the emulators issue and take them: whoever asks them can say of themselves what
 * they like.
 * @param claims beyond those that every token has, or in their place
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
  return `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(payload)}.`;
}
