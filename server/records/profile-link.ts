/** What begins with no scheme: a handle, a path, or an address without `https://`. */
const WITHOUT_SCHEME = /^[\p{L}\p{N}@_.~/%?&=#+-]+$/u;

/** Whether a person's profile can be linked to by it: an http(s) address without hidden characters, a path or a handle. */
export const isProfileLink = (text: string): boolean =>
  /^https?:\/\//i.test(text) ? !/[\s\\\p{C}]/u.test(text) && URL.canParse(text) : WITHOUT_SCHEME.test(text);
