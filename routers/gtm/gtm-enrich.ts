import { z } from 'zod';
import { enrichInput, enrichOutput, warnOfUnused } from '../../server/enrichment/contact-schema.ts';
import { storeReceipts, lookUp, type LookedUp, persist } from '../../server/enrichment/persist.ts';
import type { IdType } from '../../db/ids.ts';
import { idProblem } from '../../server/id-problem.ts';
import { tool } from '../tool.ts';

export default tool({
  title: 'Enrich a contact',
  description:
    'Looks facts about a person or company up at the configured providers, cheapest first, until nothing wanted is missing; e-mails count only if their domain takes mail. ' +
    'Answers provider, cost and confidence of each fact, and what is missing: never invent that. A repeat within 30 days is free. ' +
    'With persist_entity and persist_id it fills empty fields of that record; what a person or agent wrote stays.',
  scope: 'prospect.write',
  entitled: true,
  effect: 'write',
  proposes: true,
  openWorld: true,
  input: enrichInput.superRefine(({ persist_entity: entity, persist_id }, ctx) => {
    if (entity === undefined || persist_id === undefined) return;
    const message = idProblem(entity, persist_id);
    if (message !== undefined) ctx.addIssue({ code: 'custom', path: ['persist_id'], message });
  }),
  ids: { persist_id: ({ persist_entity }) => persist_entity as IdType },
  output: enrichOutput.extend({
    persisted: z
      .object({
        entity: z.string(),
        id: z.string(),
        written: z.array(z.string()).describe('Fields written.'),
        kept: z
          .array(z.object({ field: z.string(), value: z.unknown(), offered: z.unknown(), provider: z.string() }))
          .describe('Fields left as they were, and what was offered instead.'),
      })
      .nullable()
      .describe('What was written onto the record; null when none was named.'),
  }),
  example: {
    input: { contact: { fullName: 'Ada Lovelace', domain: 'acme.example' }, wanted: ['email', 'title'] },
    output: {
      fields: {
        email: {
          value: 'ada@acme.example',
          provider: 'hunter',
          cost: 0.015,
          confidence: 0.94,
          retrieved_at: '2026-03-02T09:30:00.000Z',
          status: 'verified',
        },
      },
      attempts: [{ provider: 'hunter', outcome: 'found', fields: ['email'], cost: 0.015, duration_ms: 412 }],
      missing: ['title'],
      total_cost: 0.015,
      persisted: null,
    },
  },
  prepare: lookUp,
  async handler(call, { contact, persist_entity, persist_id }, _services, lookedUp: LookedUp) {
    warnOfUnused(call, contact);
    await storeReceipts(call, lookedUp);
    const { enrichment } = lookedUp;
    if (persist_entity === undefined) return { ...enrichment, persisted: null };
    return { ...enrichment, persisted: await persist(call, persist_entity, persist_id!, enrichment) };
  },
});
