import { any } from './pattern.ts';

/** A machine's answer, by its subject. */
export const AUTOMATIC_SUBJECT =
  /^\W*(?:automatic reply|auto(?:matic)?[- ]?(?:reply|response|responder|answer)|out[- ]of[- ](?:the[- ])?office|ooo\b|on (?:leave|vacation)|away\b)/i;

/** A message that did not arrive, by its subject. */
export const FAILED_SUBJECT = /undeliver|delivery (?:status|failed|failure)|failure notice/i;

/** A machine's answer, by its first words. */
export const AUTOMATIC = any('automat(?:ic|ed) (?:reply|response|message)', 'this is an automat');

/** Says that nobody is there to read, in the words of those who are away. */
export const ABSENCE_NOTICE = any('out of (?:the )?office', 'upon my return');

/** Machines that say that a message did not arrive, or that it did. */
export const MACHINE = any('we have received your (?:message|enquiry|inquiry|request|e-?mail)');
