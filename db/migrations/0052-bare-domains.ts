import { Migration } from '@mikro-orm/migrations';
import { unforced } from './unforced.ts';

const DOMAINS = [
  `UPDATE accounts SET domain = substr(domain, 5) WHERE domain ~ '^www[.][^.]+[.]'`,
  // Of one list, a domain is there once: what is there both ways stays for a person to merge.
  `UPDATE target_accounts t SET domain = substr(t.domain, 5) WHERE t.domain ~ '^www[.][^.]+[.]'
   AND NOT EXISTS (SELECT FROM target_accounts o WHERE o.workspace_id = t.workspace_id AND o.list_name = t.list_name
     AND o.domain = substr(t.domain, 5))`,
  `UPDATE facts f SET value = substr(f.value, 5), sentence = replace(f.sentence, f.value, substr(f.value, 5))
   FROM (SELECT workspace_id, id, domain FROM accounts UNION ALL SELECT workspace_id, id, domain FROM target_accounts) r
   WHERE f.attribute = 'domain' AND f.single AND f.value = 'www.' || r.domain
     AND r.workspace_id = f.workspace_id AND r.id = f.subject_id`,
];

/** Companies whose domain was kept with `www.` are found by it again: domains have one spelling from here on. */
export class BareDomains extends Migration {
  override name = '0052-bare-domains';

  override up(): void {
    for (const sql of unforced(['accounts', 'target_accounts', 'facts'], ...DOMAINS)) this.addSql(sql);
  }
}
