import classes from './body.module.css';

const PLACEHOLDER = /(\[\[missing: [^\]\n]{1,200}\]\])/;

/** A draft's text as it will be sent, with missing facts highlighted. */
export function Body({ text }: { text: string }) {
  return (
    <div className={classes['body']}>
      {text.split(PLACEHOLDER).map((part, index) =>
        // Every second part is what the expression caught.
        index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
      )}
    </div>
  );
}

export const hasPlaceholders = (text: string): boolean => PLACEHOLDER.test(text);
