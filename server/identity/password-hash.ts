/** better-auth's own (scrypt), loaded with the first password: a start without one is quicker and smaller. */
const passwords = () => import('better-auth/crypto');

export const hashPassword = async (password: string): Promise<string> => (await passwords()).hashPassword(password);

export const verifyPassword = async (of: { hash: string; password: string }): Promise<boolean> =>
  (await passwords()).verifyPassword(of);
