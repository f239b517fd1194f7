import { describe, expect, test } from 'vitest';
import { Fault } from '../errors.ts';
import { CHANNEL_NAMES, type ChannelName, CHANNELS, checkContent, type Destination } from './channels.ts';

const WHOLE: Record<ChannelName, { title?: string; destination?: Destination }> = {
  linkedin: {},
  linkedin_company: { destination: { organization: 'urn:li:organization:5' } },
  youtube: { title: 'A demo', destination: { video_id: 'dQw4w9WgXcQ' } },
  reddit: { title: 'A question', destination: { subreddit: 'sales' } },
  google_drive: { title: 'Proposal' },
  email: { title: 'Your renewal', destination: { to: ['dana@example.com'] } },
  manual: {},
};

function refusal(channel: ChannelName, content: { title?: string; body: string; destination?: Destination }) {
  try {
    checkContent(channel, content);
  } catch (error) {
    expect(error).toBeInstanceOf(Fault);
    return (error as Fault).issues![0]!;
  }
  return undefined;
}

describe.each(CHANNEL_NAMES)('%s', (channel) => {
  const whole = { ...WHOLE[channel], body: 'x' };
  const { title, body, needs, takes } = CHANNELS[channel];

  test('takes what it needs and nothing more', () => {
    expect(refusal(channel, whole)).toBeUndefined();
  });

  test('takes a body up to its bound and says the bound when there is more', () => {
    expect(refusal(channel, { ...whole, body: 'x'.repeat(body.most) })).toBeUndefined();
    const issue = refusal(channel, { ...whole, body: 'x'.repeat(body.most + 1) })!;
    expect(issue.path).toBe('body');
    expect(issue.message).toContain(body.most.toLocaleString('en'));
    expect(issue.message).toContain((body.most + 1).toLocaleString('en'));
  });

  test('wants a title exactly where the platform has one', () => {
    const { title: _, ...untitled } = whole;
    expect(refusal(channel, untitled)?.path).toBe(title?.needed ? 'title' : undefined);
    if (title === undefined) {
      expect(refusal(channel, { ...whole, title: 'A title' })?.path).toBe('title');
    } else {
      expect(refusal(channel, { ...whole, title: 'x'.repeat(title.most) })).toBeUndefined();
      expect(refusal(channel, { ...whole, title: 'x'.repeat(title.most + 1) })?.path).toBe('title');
    }
  });

  test('needs each of its destination fields, and refuses those of others', () => {
    for (const field of needs) {
      const { [field]: _, ...rest } = whole.destination!;
      expect(refusal(channel, { ...whole, destination: rest })?.path).toBe(`destination.${field}`);
    }
    const all: Required<Destination> = {
      organization: '5',
      video_id: 'dQw4w9WgXcQ',
      subreddit: 'sales',
      folder_id: 'f',
      to: ['a@example.com'],
      cc: ['a@example.com'],
      bcc: ['a@example.com'],
      note: 'by hand',
    };
    for (const [field, value] of Object.entries(all)) {
      const known = [...needs, ...takes].includes(field as keyof Destination);
      const issue = refusal(channel, { ...whole, destination: { ...whole.destination, [field]: value } });
      expect(issue?.path, field).toBe(known ? undefined : `destination.${field}`);
    }
  });
});

test('a character is a character, however many units it takes; a YouTube description counts bytes', () => {
  expect(refusal('linkedin', { body: '🚀'.repeat(3_000) })).toBeUndefined();
  expect(refusal('linkedin', { body: '🚀'.repeat(3_001) })?.message).toContain('3,001');
  const video = WHOLE.youtube;
  expect(refusal('youtube', { ...video, body: 'é'.repeat(2_500) })).toBeUndefined();
  expect(refusal('youtube', { ...video, body: 'é'.repeat(2_501) })?.message).toContain('5,000 bytes');
});

test('angle brackets on YouTube and a subject of two lines are refused', () => {
  expect(refusal('youtube', { ...WHOLE.youtube, body: 'see <b>this</b>' })?.path).toBe('body');
  expect(refusal('youtube', { ...WHOLE.youtube, title: 'a > b', body: 'x' })?.path).toBe('title');
  expect(refusal('email', { ...WHOLE.email, title: 'Hi\r\nBcc: all@example.com', body: 'x' })?.path).toBe('title');
});

test.each(['=?utf-8?B?UGF5IG5vdyB0byBJQkFO?=', 'Pay\u202Etnemyap', 'Offer\u200B', 'Offer\u{E0041}', 'a\u2028b'])(
  'a subject that would be read otherwise than it is approved is refused: %j',
  (title) => {
    expect(refusal('email', { ...WHOLE.email, title, body: 'x' })?.path).toBe('title');
  },
);
