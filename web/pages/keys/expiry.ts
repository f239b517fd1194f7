import { counted, DAY_MS } from '../../parts/words.ts';

/** The time so many days from now, as ISO 8601. */
export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const CHOICES: Record<string, string> = {
  never: 'Never',
  '7': 'In 7 days',
  '30': 'In 30 days',
  '90': 'In 90 days',
  '365': 'In a year',
};

/** When a key may expire, with the instance's default among the choices. @param days the default; null for never */
export function expiryChoices(days: number | null | undefined) {
  const own: Record<string, string> =
    days == null || CHOICES[days] !== undefined ? {} : { [days]: `In ${counted(days, 'day')}` };
  return Object.entries({ ...CHOICES, ...own }).map(([value, label]) => ({ value, label }));
}

/** A choice as a moment; null for never. */
export const expiryOf = (choice: string) => (choice === 'never' ? null : inDays(Number(choice)));

/** Addresses as they are typed, between commas, spaces or lines. */
export const rangesOf = (text: string) => text.split(/[\s,]+/).filter((part) => part !== '');
