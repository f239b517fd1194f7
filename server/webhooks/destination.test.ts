import { expect, test } from 'vitest';
import { Destinations, parseAllowedRanges } from './destination.ts';

const destinations = new Destinations();

const REFUSED = [
  '0.0.0.0',
  '0.1.2.3',
  '0.255.255.255',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.1.2.3',
  '127.255.255.255',
  '169.254.0.1',
  '169.254.169.254',
  '169.254.170.2',

  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',

  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',

  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:a00:1',
  '::127.0.0.1',
  '::8.8.8.8',
  '64:ff9b::7f00:1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',

  '100::1',
  'fc00::1',
  'fd12:3456::1',
  'fd00:ec2::254',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'ff02::1',
  'ff0e::1',

  '2001::1',
  '2001:0:53aa::1',
  '2001:2::1',
  '2001:10::1',
  '2001:1ff::1',
  '2001:db8::1',
  '2001:db8:ffff::1',
  '2002:7f00:1::',
  '2002:a00:1::1',

  '2620:4f:8000::1',
  '3fff::1',
  '3fff:fff::1',
  '4000::1',
  '8000::1',
  '1::1',
];

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.9.9.9',
  '11.0.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '126.255.255.255',
  '128.0.0.1',
  '168.63.129.15',
  '168.63.129.17',

  '169.253.255.255',
  '169.255.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '192.0.1.1',
  '192.0.3.1',
  '192.88.98.1',
  '192.167.255.255',
  '192.169.0.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.175.48.1',

  '198.17.255.255',
  '198.20.0.1',
  '198.51.99.1',
  '198.51.101.1',
  '203.0.112.1',
  '203.0.114.1',
  '223.255.255.255',

  '2606:4700:4700::1111',
  '2a00:1450:4001::1',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2001:db9::1',
  '2003::1',
  '2620:4f:8001::1',
  '3ffe:ffff::1',
];

const url = (address: string) => `https://${address.includes(':') ? `[${address}]` : address}/hook`;

test.each(REFUSED)('%s is refused as an address and inside a URL', (address) => {
  expect(destinations.refusal(address)).toBeDefined();
  expect(() => destinations.parse(url(address))).toThrow();
});

test.each(PUBLIC)('%s is public', (address) => {
  expect(destinations.refusal(address)).toBeUndefined();
  expect(destinations.parse(url(address)).hostname).toBeTruthy();
});

test('every /16 of IPv4 is judged as the ranges say', () => {
  const inside = (a: number, b: number) =>
    a === 0 ||
    a === 10 ||
    a === 127 ||
    a >= 224 ||
    (a === 100 && b >= 64 && b <= 127) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b <= 31) ||
    (a === 192 && b === 168) ||
    (a === 198 && (b === 18 || b === 19));
  for (let a = 0; a < 256; a += 1) {
    for (let b = 0; b < 256; b += 1) {
      expect(destinations.refusal(`${a}.${b}.77.77`) !== undefined, `${a}.${b}`).toBe(inside(a, b));
    }
  }
});

test.each([
  'https://0x7f.1/',
  'https://2130706433/',
  'https://127.1/',
  'https://0177.0.0.1/',
  'https://0x7f000001/',
  'https://017700000001/',
  'https://127.0.0.1./',
  'https://①②⑦.0.0.1/',
  'https://[::ffff:7f00:1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://a.localhost/',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'https://x.internal/',
  'https://intranet/',
  'http://example.com/',
  'ftp://example.com/',
  'https://user@example.com/',
  'https://user:pass@example.com/',
  'https://@example.com/',
  'https://:@example.com/',
  'https://example.com:80/',
  'https://example.com:1023/',
  'https://example.com:0/',
  'https://example.com:65536/',
  'https://example.com\\@127.0.0.1/',
  'https:\\\\example.com/',
  'https://exa mple.com/',
  'https://example.com/\n',
  ' https://example.com/',
  'https://example.com/a\tb',
  'https://example.com/\u0000',
  'javascript:alert(1)',
  '//example.com',
  'example.com',
  '',
  `https://example.com/${'a'.repeat(2_100)}`,
])('the URL %j is refused', (text) => {
  expect(() => destinations.parse(text)).toThrow();
});

test.each([
  'https://example.com',
  'https://example.com:443/a?b=c#d',
  'https://EXAMPLE.com:1024/',
  'https://example.com:65535/',
  'https://bücher.example/',
])('the URL %j is accepted', (text) => {
  expect(destinations.parse(text).protocol).toBe('https:');
});

test('one forbidden address refuses a name', async () => {
  const mixed = new Destinations({
    resolve: async () => [
      { address: '8.8.8.8', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ],
  });
  await expect(mixed.check('https://mixed.example/')).rejects.toThrow();
  const error = await new Promise((resolve) => {
    mixed.lookup('mixed.example', { all: true }, resolve);
  });
  expect(error).toBeInstanceOf(Error);
});

test('allowed ranges open what they name and nothing else', () => {
  const opened = new Destinations({ allowed: parseAllowedRanges('127.0.0.0/8, fd00::/8') });
  expect(opened.refusal('127.0.0.1')).toBeUndefined();
  expect(opened.refusal('fd00::1')).toBeUndefined();
  expect(opened.refusal('::ffff:127.0.0.1')).toBeDefined();
  expect(() => opened.parse('https://[::ffff:7f00:1]/')).toThrow();
  expect(opened.refusal('::ffff:10.0.0.1')).toBeDefined();
  expect(opened.refusal('0177.0.0.1')).toBeDefined();
  expect(opened.refusal('10.0.0.1')).toBeDefined();
  expect(opened.refusal('::1')).toBeDefined();
  expect(() => parseAllowedRanges('10.0.0.0/33')).toThrow('10.0.0.0/33');
  expect(() => parseAllowedRanges('localhost')).toThrow('localhost');
});
