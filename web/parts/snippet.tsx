import { Tabs } from '@mantine/core';
import { Copy } from './copy.tsx';
import classes from './snippet.module.css';

/** Something to run or paste, as it is, with a button that copies it. */
export function Snippet({ text, label }: { text: string; label?: string }) {
  return (
    <figure className={classes['frame']}>
      <pre className={classes['text']} tabIndex={0} aria-label={label ?? 'Snippet'}>
        {text}
      </pre>
      <span className={classes['copy']}>
        <Copy text={text} label={`Copy ${label ?? 'the snippet'}`} />
      </span>
    </figure>
  );
}

/** The same thing in several ways, one shown at a time. */
export function Snippets({ ways }: { ways: readonly { name: string; text: string }[] }) {
  return (
    <Tabs defaultValue="0" variant="default" keepMounted={false} classNames={{ tab: classes['tab']! }}>
      <Tabs.List>
        {ways.map(({ name }, index) => (
          <Tabs.Tab key={name} value={String(index)}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {ways.map(({ name, text }, index) => (
        <Tabs.Panel key={name} value={String(index)} pt="sm">
          <Snippet text={text} label={`${name} snippet`} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
