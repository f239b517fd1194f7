import type { ReactNode } from 'react';
import classes from './status.module.css';
import { stateWord } from './words.ts';

export type Tone = 'ok' | 'bad' | 'warn' | 'live' | 'calm' | 'accent';

const TONES: Record<string, Tone> = {
  ok: 'ok',
  delivered: 'ok',
  published: 'ok',
  active: 'ok',
  connected: 'ok',
  accepted: 'ok',
  enabled: 'ok',
  error: 'bad',
  failed: 'bad',
  revoked: 'calm',
  expired: 'calm',
  denied: 'warn',
  stale: 'warn',
  held: 'warn',
  rejected: 'bad',
  stopped: 'warn',
  off: 'warn',
  running: 'live',
  publishing: 'live',
  scheduled: 'accent',
  approved: 'accent',
  pending: 'accent',
  proposed: 'accent',
};

/** A state as a dot and a word: never by colour alone. */
export function Status({ state, tone, children }: { state: string; tone?: Tone; children?: string }) {
  return (
    <span className={classes['status']} data-tone={tone ?? TONES[state] ?? 'calm'}>
      <i aria-hidden />
      {children ?? stateWord(state)}
    </span>
  );
}

/** A small label. */
export function Tag({ children, tone = 'calm', title }: { children: ReactNode; tone?: Tone; title?: string }) {
  return (
    <span className={classes['tag']} data-tone={tone} title={title}>
      {children}
    </span>
  );
}
