import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import classes from './link.module.css';
import { webAddress } from './words.ts';

type Props = AnchorProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps> & { ref?: Ref<HTMLAnchorElement> };

/** A link to a page of the panel. */
export const To = createLink((props: Props) => <Anchor {...props} />);

/** A link that covers its table row, so that the whole row leads there. */
export const RowLink = createLink(({ className, ...props }: Props) => (
  <Anchor c="inherit" fw={500} underline="never" {...props} className={`${classes['row']} ${className ?? ''}`} />
));

/** The way back to the list one came from. */
export const Back = createLink(({ children, className, ...props }: Props) => (
  <Anchor size="sm" c="dimmed" underline="hover" {...props} className={`${classes['back']} ${className ?? ''}`}>
    ← {children}
  </Anchor>
));

/** A link to somewhere else; text that is no web address stays text. */
export function Outside({ href, children }: { href: string; children?: string }) {
  const address = webAddress(href);
  if (address === undefined) return <>{children ?? href}</>;
  return (
    <Anchor href={address} target="_blank" rel="noopener noreferrer nofollow">
      {children ?? href}
    </Anchor>
  );
}
