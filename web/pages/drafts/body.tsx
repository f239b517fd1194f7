import { Visible } from '../../parts/invisible.tsx';
import classes from './body.module.css';

/** A marked gap, `[[missing: date]]`, or a template's field that nobody filled in, `{{first_name}}`. */
const UNFILLED = /(\[\[[^[\]\n]{1,200}\]\]|\{\{[^{}\n]{1,200}\}\})/;

/** A draft's text as it will be sent, with what is not filled in or not to be seen highlighted. */
export function Body({ text }: { text: string }) {
  return (
    <div className={classes['body']}>
      {text.split(UNFILLED).map((part, index) =>
        // Every second part is what the expression caught.
        index % 2 === 1 ? (
          <mark key={index}>
            <Visible text={part} />
          </mark>
        ) : (
          <Visible key={index} text={part} />
        ),
      )}
    </div>
  );
}

/** What is not filled in in a draft's title and text, each once. */
export const unfilledIn = ({ title, body }: { title: string | null; body: string }): string[] => [
  ...new Set([title ?? '', body].flatMap((text) => text.split(UNFILLED).filter((_, index) => index % 2 === 1))),
];
