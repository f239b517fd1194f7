import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'sat_';
const SECRET_LENGTH = 34;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^sat_[0-9A-Za-z]{40}$/;

/** CRC-32 of prefix and secret in six base62 digits: secret scanners can verify a key, and a typo costs no look-up. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    digits = ALPHABET[rest % 62]! + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** A new raw API key: `sat_`, 34 random base62 characters and their checksum (decisions 4). Shown once, never stored. */
export function newKey(): string {
  let text = PREFIX;
  for (let index = 0; index < SECRET_LENGTH; index += 1) text += ALPHABET[randomInt(62)]!;
  return text + checksum(text);
}

/** Whether a token has the shape and checksum of a key. */
export function looksLikeKey(token: string): boolean {
  return SHAPE.test(token) && token.slice(-CHECKSUM_LENGTH) === checksum(token.slice(0, -CHECKSUM_LENGTH));
}

/** What is stored of a key: its SHA-256, hex. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** The part of a key that may be shown again: its first 12 characters. */
export function keyPrefix(key: string): string {
  return key.slice(0, 12);
}
