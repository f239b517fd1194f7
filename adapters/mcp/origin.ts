import { Fault } from '../../server/errors.ts';
import { LOOPBACK } from '../own-address.ts';

/** The service's address: the public one if set, else the host it listens on. */
export type Address = { publicUrl: string | undefined; host: string };

/**
 * Refuses web pages of another site, which DNS rebinding can direct at a service on a person's own machine.
 * A service on loopback accepts loopback pages of any port; no Origin means no web page.
 */
export function originCheck({ publicUrl, host }: Address): (origin: string | undefined) => Fault | undefined {
  const own = publicUrl === undefined ? undefined : new URL(publicUrl);
  const ownName = own?.hostname ?? (host.includes(':') ? `[${host}]` : host).toLowerCase();
  const isOwn = (origin: string) => {
    if (!URL.canParse(origin)) return false;
    const url = new URL(origin);
    if (LOOPBACK.test(ownName) && LOOPBACK.test(url.hostname)) return true;
    return own === undefined ? url.hostname === ownName : url.origin === own.origin;
  };
  return (origin) => (origin === undefined || isOwn(origin) ? undefined : new Fault('foreign_origin'));
}
