import { Migration } from '@mikro-orm/migrations';

/** The addresses an API key may be used from; null for all. */
export class KeyAddresses extends Migration {
  override name = '0020-key-addresses';

  override up(): void {
    this.addSql('ALTER TABLE api_keys ADD COLUMN allowed_ips text[]');
  }
}
