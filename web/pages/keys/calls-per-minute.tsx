import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { count } from '../../parts/words.ts';
import { scopeList } from './scopes.ts';

/** The most calls per minute that a team owner may give a key; no limit at all is beyond. */
const MOST_RAISED = 1_000_000;

/** The default limit of a key, which is also the most without a team; the service says it. */
export const useDefaultLimit = (): number | undefined => useQuery(scopeList).data?.default_rate_limit;

const mostOf = (mayRaise: boolean, defaultLimit: number | undefined) =>
  mayRaise ? MOST_RAISED : (defaultLimit ?? MOST_RAISED);

/** Why what was typed is no limit. @returns null when it is one */
export function limitProblem(
  typed: number | string | undefined,
  mayRaise: boolean,
  defaultLimit: number | undefined,
): string | null {
  const most = mostOf(mayRaise, defaultLimit);
  return Number.isInteger(typed) && Number(typed) >= 1 && Number(typed) <= most
    ? null
    : `Enter a whole number from 1 to ${count(most)}`;
}

type Props = Pick<NumberInputProps, 'disabled' | 'error' | 'value' | 'defaultValue' | 'onChange' | 'onBlur'> & {
  mayRaise: boolean;
};

/** How often a key may call. What is out of range stays as it was typed, with what is wrong with it. */
export function CallsPerMinute({ mayRaise, ...input }: Props) {
  const defaultLimit = useDefaultLimit();
  return (
    <NumberInput
      label="Calls per minute"
      description={
        mayRaise || defaultLimit === undefined ? undefined : `At most ${defaultLimit}; a team owner can have more.`
      }
      min={1}
      max={mostOf(mayRaise, defaultLimit)}
      clampBehavior="none"
      {...input}
    />
  );
}
