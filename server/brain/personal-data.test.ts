import { describe, expect, test } from 'vitest';
import { findPersonalData } from './personal-data.ts';

const kinds = (value: unknown) => findPersonalData(value, 'payload').map(({ kind }) => kind);

describe('e-mail addresses', () => {
  test.each([
    'dana@acme.com',
    'Dana Vale <dana.vale+crm@mail.acme.co.uk>',
    'ask dana@acme.io, she knows',
    'mailto:dana@acme.com',
    'https://crm.example/search?q=dana%40acme.com',
    'dana＠acme.com',
    'jürgen@müller.de',
    'x@xn--mller-kva.de',
    `o'brien@acme.ie`,
    'DANA@ACME.COM',
    '"dana@acme.com"',
    'dana@acme.com.',
  ])('%s', (text) => expect(kinds({ note: text })).toEqual(['an e-mail address']));

  test.each([
    '@acme',
    'thanks @dana for the intro',
    'react@18.2.0',
    '@mikro-orm/core@7.2.1',
    'meet @ 10:30',
    'user@localhost',
    '3 seats @ 40.00 each',
    'acme.com',
    'a@b',
    'SELECT @name.first',
    '50%40',
  ])('not %s', (text) => expect(kinds({ note: text })).toEqual([]));
});

describe('phone numbers', () => {
  test.each([
    '+1 415 555 0100',
    '+14155550100',
    '+1-415-555-0100',
    '+1 (415) 555-0100',
    '+1.4155550100',
    '1-415-555-0100',
    '415-555-0100',
    '415.555.0100',
    '(415) 555-0100',
    '(415)555-0100',
    '415 555 0100',
    '+44 20 7183 8750',
    '+44 (0)20 7183 8750',
    '+442071838750',
    '0044 20 7183 8750',
    '020 7183 8750',
    '07700 900123',
    '+49 (0)30 1234567',
    '+49 30 12345678',
    '030/1234567',
    '0151-23456789',
    '0171 234 56 78',
    '06 12 34 56 78',
    '06.12.34.56.78',
    '+33 6 12 34 56 78',
    '+34 912 345 678',
    '+45 12 34 56 78',
    '+4512345678',
    '+91 98765 43210',
    '+55 11 91234-5678',
    '(11) 91234-5678',
    '+81 3-1234-5678',
    '03-1234-5678',
    '+61 2 9876 5432',
    '+86 138 0013 8000',
    '+971 50 123 4567',
    '+1‑415‑555‑0100',
    '+1 415 555 0100',
    '＋１ ４１５ ５５５ ０１００',
    'Dana, 415-555-0100, is the champion',
    'tel:+44-20-7183-8750',
    'Tel. 5550100 22',
    'call me at 4155550100',
    'phone: 4155550100',
    'mobile 07700900123',
    'Fax: 555-0100',
    'phone 912 345 678',
    'WhatsApp 5511912345678',
    'cell phone is 4155550100',
  ])('%s', (text) => expect(kinds({ note: text })).toEqual(['a phone number']));

  test.each([
    '2026-03-02',
    '2026-03-02T09:30:00.000Z',
    '2026-03-02T09:30:00+01:00',
    '2026-03-02 09:30 to 2026-03-03 10:45',
    '02.03.2026',
    '02.03.2026 09:30',
    '03/02/2026',
    '02-03-2026',
    'from 01.02.2026 to 03.04.2026',
    '20260302093000',
    '09:30-10:45',
    '1000000',
    '1 250 000',
    '+1 250 000',
    '+12 345 678',
    '$1,250,000.00',
    '+1,250,000',
    '€ 1.250.000,00',
    '12 345 678.90',
    '125000000.00',
    '+12.5%',
    '1234567890',
    '12345678901234',
    'order 1234567890123456',
    'ORD-415-555-0100',
    'ticket #415-555-0100',
    'PO 4500012345',
    '00Q5f00000ABCDEFGH',
    '0065f00001abcde',
    '550e8400-e29b-41d4-a716-446655440000',
    '01234567-8901-4123-8123-012345678901',
    'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
    '192.168.100.200',
    'fe80:0000:0000:1234',
    '37.7749295, -122.4194155',
    '+37.7749295 -122.4194155',
    '-0.1277583',
    'ISBN 0-306-40615-2',
    'ISBN 978-3-16-148410-0',
    'DE89 3704 0044 0532 0130 00',
    'NL91 ABNA 0417 1643 00',
    '4111 1111 1111 1111',
    '1 2 3 4 5 6 7 8 9 10',
    'version 10.20.30.40',
    'Q3 2026: 120 150 180',
    '10-20 people, 200-500 seats',
    'grew from 200 000 to 350 000',
    'call volume 1234567',
    'call on 2026-03-02',
    'call 120 accounts in 30 days',
    'mobile 1200000 sessions',
    '0.123456789',
    'sha 0123456789abcdef0123456789abcdef01234567',
  ])('not %s', (text) => expect(kinds({ note: text })).toEqual([]));
});

describe('fields that say they hold a phone number', () => {
  test.each([
    { phone: '4155550100' },
    { phone: 4155550100 },
    { phone_number: '5550100' },
    { phoneNumber: '912 345 678' },
    { contact: { mobilePhone: '98765 43210' } },
    { phones: ['2071838750'] },
    { phone: { work: '2071838750' } },
    { tel_2: '2071838750' },
    { Telefon: '30 1234567' },
    { fax: '555 0100' },
    { phone: '555-0100 ext 22' },
  ])('%j', (payload) => expect(kinds(payload)).toEqual(['a phone number']));

  test.each([
    { phone_calls: 1234567890 },
    { mobile_users: '12000000' },
    { mobile: 12000000 },
    { phone: null },
    { phone: 'unknown' },
    { phone: true },
    { phone: { verified_at: '2026-03-02' } },
    { phone: '2026-03-02' },
    { phone_score: 0.82 },
    { has_phone: 1 },
    { telemetry: '1234567890' },
    { cells: 'A1:B2' },
    { id: 4155550100 },
    { amount: 4155550100 },
  ])('not %j', (payload) => expect(kinds(payload)).toEqual([]));
});

describe('paths', () => {
  test('name every place, in keys and values, and never repeat the data', () => {
    const found = findPersonalData(
      {
        rules: [{ note: 'ok' }, { note: 'write to dana@acme.com' }],
        contacts: { 'lee@acme.com': { weight: 1, phone: '4155550100' } },
        list: ['a', ['+1 415 555 0100']],
      },
      'payload',
    );
    expect(found).toEqual([
      { path: 'payload.rules.1.note', kind: 'an e-mail address' },
      { path: 'payload.contacts.<key 1>', kind: 'an e-mail address' },
      { path: 'payload.contacts.<key 1>.phone', kind: 'a phone number' },
      { path: 'payload.list.1.0', kind: 'a phone number' },
    ]);
  });

  test('stop at 20', () => {
    const payload = Array.from({ length: 50 }, (_, index) => ({ email: `p${index}@acme.com` }));
    expect(findPersonalData(payload, 'payload')).toHaveLength(20);
  });

  test('a payload without any is clean', () => {
    const payload = {
      version: '2026-03',
      roles: { health: { nps: 0.4, usage_trend: 0.6 } },
      decisions: [
        { at: '2026-03-02T09:30:00Z', account: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t', amount: 1250000, why: 'ROI 3.5x' },
      ],
    };
    expect(findPersonalData(payload, 'payload')).toEqual([]);
  });
});

describe('hostile text of 250 KB is read in a bounded number of steps', () => {
  test.each(['a', 'a.', '1', '1 ', '0', '+1 ', '(1', 'a@', '@', 'call ', '%40', '- ', '09 ', '415-555-'])(
    '%j',
    (piece) => {
      const text = piece.repeat(Math.ceil(250_000 / piece.length));
      expect(findPersonalData({ text }, 'payload').length).toBeLessThanOrEqual(1);
    },
  );
});
