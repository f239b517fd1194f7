import { Migration } from '@mikro-orm/migrations';

/** Whether a key may approve and schedule drafts: no key that is there already may, and no application's ever. */
export class KeyApproval extends Migration {
  override name = '0002-key-approval';

  override up(): void {
    this.addSql(
      `ALTER TABLE api_keys ADD COLUMN may_approve boolean NOT NULL DEFAULT false,
         ADD CONSTRAINT api_keys_application_never_approves CHECK (NOT may_approve OR oauth_client_id IS NULL)`,
    );
  }
}
