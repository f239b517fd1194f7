import { Migration } from '@mikro-orm/migrations';
import { ROLES } from '../roles.ts';

/**
 * A draft can be rejected, with a reason its agent reads; a fact can rest on a quote, which is looked up in its note. A fact
 * names the request that recorded it, and a refused call the fields it was refused for.
 */
export class RejectionsAndEvidence extends Migration {
  override name = '0023-rejections-and-evidence';

  override up(): void {
    const statements = [
      `ALTER TABLE drafts DROP CONSTRAINT drafts_state_check`,
      `ALTER TABLE drafts ADD CONSTRAINT drafts_state_check
         CHECK (state IN ('pending', 'approved', 'scheduled', 'held', 'rejected', 'publishing', 'published', 'failed'))`,
      `DROP POLICY drafts_unclaimed ON drafts`,
      `CREATE POLICY drafts_unclaimed ON drafts AS RESTRICTIVE FOR UPDATE TO ${ROLES.service}
         USING (state NOT IN ('publishing', 'published'))
         WITH CHECK (state IN ('pending', 'approved', 'scheduled', 'held', 'rejected'))`,
      `ALTER TABLE facts ADD COLUMN evidence jsonb, ADD COLUMN request_id text`,
      `ALTER TABLE api_key_calls ADD COLUMN failed_fields text[]`,
    ];
    for (const each of statements) this.addSql(each);
  }
}
