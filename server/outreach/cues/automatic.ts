import { any } from './pattern.ts';

/** A machine's answer, by its subject. */
export const AUTOMATIC_SUBJECT =
  /^\W*(?:automatic reply|auto(?:matic)?[- ]?(?:reply|response|responder|answer)|out[- ]of[- ](?:the[- ])?office|ooo\b|on (?:leave|vacation)|away\b)/i;

/** A message that did not arrive, by its subject. */
export const FAILED_SUBJECT = /undeliver|delivery (?:status|failed|failure)|failure notice/i;

/** A machine's answer, by its first words. */
export const AUTOMATIC = any('automat(?:ic|ed) (?:reply|response|message)', 'this is an automat');

/** Says that nobody is there to read, in the words of those who are away. */
export const ABSENCE_NOTICE = any(
  '(?:currently|presently|now) (?:out of|away|on)',
  'limited (?:access|connectivity)',
  '(?:expect|experience) (?:slow|delayed|late)(?:er)? (?:repl|respon|answer)',
  'office (?:is|will be) closed',
  'no access to',
  'out of (?:the )?office',
  '\\booo\\b',
  'on (?:\\w+ ){0,2}(?:leave|vacation|holidays?|sabbatical|pto)\\b',
  'upon my return',
  'i will be (?:out|away|off) (?:from|until|till|of|on|this|for)',
  'e-?mails are not',
);

/** Machines that say that a message did not arrive, or that it did. */
export const MACHINE = any(
  '(?:mail |message )?delivery (?:\\w+ ){0,3}(?:failed|failure|delayed|incomplete)',
  '(?:could|can) not be delivered',
  'address (?:\\w+ ){0,3}(?:could not be|was not|not) found',
  'return(?:ed|ing)(?: message)? to sender',
  'mailbox (?:\\w+ ){0,2}(?:full|unavailable|not monitored|unattended|unmonitored|no longer)',
  '(?:not|no longer|un) ?(?:actively )?monitored',
  'ticket (?:number|id|#|\\[)|your ticket|case (?:#|no\\.?|number)? ?\\d{3,}',
  'your (?:request|enquiry|inquiry|message|e-?mail|ticket|question) (?:has been|was) (?:received|logged|registered|submitted)',
  'we have received your (?:message|enquiry|inquiry|request|e-?mail)',
);
