import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Tone } from './status.tsx';
import classes from './stat.module.css';

type StatProps = { name: string; value: ReactNode; about?: ReactNode; tone?: Tone; link?: ReactNode };

/** One number with its name; `value` undefined while it is being fetched. */
export function Stat({ name, value, about, tone, link }: StatProps) {
  return (
    <div className={`card ${classes['stat']}`}>
      <dt>{name}</dt>
      <dd className={classes['value']} data-tone={tone}>
        {value === undefined ? <Skeleton height={22} width={56} mt={6} mb={6} /> : value}
      </dd>
      <dd className={classes['about']}>{value === undefined ? <Skeleton height={10} width="70%" mt={4} /> : about}</dd>
      {link !== undefined && <dd className={classes['link']}>{link}</dd>}
    </div>
  );
}

export const Stats = ({ children }: { children: ReactNode }) => <dl className={classes['stats']}>{children}</dl>;
