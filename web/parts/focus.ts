import { useEffect, useState } from 'react';

const OPEN = '[aria-modal="true"]';

/** Where the focus goes when the dialog opened last closes. */
let latest: HTMLElement | undefined;

/**
 * Where the focus returns to when what is about to open closes: the button that opened it, a menu's button for its item,
 * and for a dialog opened from a dialog, where the first was opened.
 */
export function opener(): HTMLElement | undefined {
  if (document.querySelector(OPEN) !== null) return latest;
  const from = document.activeElement;
  if (!(from instanceof HTMLElement) || from === document.body) return undefined;
  const menu = from.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return menu == null ? from : (document.getElementById(menu) ?? undefined);
}

/** Moves the focus once a closed dialog has left the document, unless something else has it already. */
export function refocus(to?: HTMLElement): void {
  setTimeout(() => {
    const now = document.activeElement;
    if ((now !== null && now !== document.body) || document.querySelector(OPEN) !== null) return;
    const there = to?.isConnected === true ? to : document.getElementById('main');
    there?.focus({ preventScroll: true });
  });
}

/** Returns the focus to the opener on unmount; to the page, when the opener is gone too. */
export function useFocusBack(given?: HTMLElement): void {
  const [from] = useState(() => given ?? opener());
  useEffect(() => {
    latest = from;
    return () => {
      latest = undefined;
      if (from !== undefined) refocus(from);
    };
  }, [from]);
}

/** Moves the focus to the page when what has it is taken from the document, as a button whose action is done. */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: EventTarget | null = null;
    const remember = ({ target }: FocusEvent) => {
      last = target;
    };
    const observer = new MutationObserver(() => {
      if (!(last instanceof HTMLElement) || last.isConnected) return;
      last = null;
      refocus();
    });
    document.addEventListener('focusin', remember);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, []);
}
