import { Fault } from '../server/errors.ts';

/** Types a browser's form can send across sites without a preflight. */
const FORM_TYPES = new Set(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']);

const essence = (contentType: string) => contentType.split(';', 1)[0]!.trim().toLowerCase();

/** A POST that a page of another site could have sent: no content type, or a form's (decisions 5). */
export function isFormPost(contentType: string | undefined): boolean {
  return contentType === undefined || contentType.trim() === '' || FORM_TYPES.has(essence(contentType));
}

/** The body of the 403 to such a POST, as text/plain. */
export const FORM_POST_REFUSAL =
  'Cross-site POST form submissions are forbidden. Send JSON with Content-Type: application/json.\n';

/** A form, as RFC 6749 requires. */
export const isForm = (contentType: string | undefined): boolean =>
  contentType !== undefined && essence(contentType) === 'application/x-www-form-urlencoded';

export const isJson = (contentType: string | undefined): boolean =>
  contentType !== undefined && contentTypeFault(contentType) === undefined;

/**
 * Why a body in this encoding cannot be read: nothing is decompressed here, so that no small body becomes a large one;
 * undefined when it was sent as it is.
 */
export function contentEncodingFault(contentEncoding: string | undefined): Fault | undefined {
  const encoding = (contentEncoding ?? '').trim();
  if (encoding === '' || encoding.toLowerCase() === 'identity') return undefined;
  return new Fault('invalid_json', {
    message: `The content encoding ${JSON.stringify(encoding.slice(0, 100))} is not read here.`,
    hint: 'Send the body as it is, without Content-Encoding.',
  });
}

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)"?/i;

/** Why a body of this type cannot be read: it is not JSON, or not UTF-8; undefined when it can. */
export function contentTypeFault(contentType: string): Fault | undefined {
  const charset = CHARSET.exec(contentType)?.[1]?.toLowerCase();
  if (essence(contentType) === 'application/json' && (charset === undefined || /^utf-?8$/.test(charset))) {
    return undefined;
  }
  return new Fault('invalid_json', {
    message: `The content type ${JSON.stringify(contentType.slice(0, 100))} is not JSON in UTF-8.`,
  });
}
