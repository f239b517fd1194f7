import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { INTENTS } from '../intent.ts';

const replies = z.array(z.strictObject({ intent: z.enum(INTENTS), text: z.string(), subject: z.string().optional() }));

/** The intent of a reply, its text, and its subject where that matters. */
export type LabelledReply = z.infer<typeof replies>[number];

const load = (file: string): readonly LabelledReply[] =>
  replies.parse(JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')));

/**
 * Replies the rules were tuned on. How they are labelled: an absence (out of office) is `later`; naming or copying
 * another person is `referred`; "not interested at this time" is `not-interested`, while "not now" and any time to come
 * back at is `later`; a question about the product or its price is `interested`; a bare acknowledgement, a promise to
 * get back at no time, a delivery failure, a ticket receipt, "wrong person" without another one, and anything not in
 * English is `unclear`.
 */
export const TUNED_ON = load('replies-tuned-on.json');

/**
 * Replies the rules were not tuned on: written before them, and only counted; the last 58 are a second draw, after the
 * rules had grown. They decided with the others which cues went, but no cue was written for them.
 */
export const HELD_OUT = load('replies-held-out.json');

/** Replies from the view of prospects, in words of their own: of these some decided which cues went. */
export const PROSPECTS = load('replies-prospects.json');

/** The other half of them: only counted. */
export const PROSPECTS_UNSEEN = load('replies-prospects-unseen.json');
