import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './details.module.css';

/** Names and their values. */
export const Details = ({ children }: { children: ReactNode }) => <dl className={classes['details']}>{children}</dl>;

/** One of them; a placeholder while its children are undefined. */
export const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children === undefined ? <Skeleton height={12} width="60%" my={4} /> : children}</dd>
  </div>
);
