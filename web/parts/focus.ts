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
    if (to !== undefined && there === to) refocusWithout(to);
  });
}

/** Once what was done is read anew, its button may be gone: the focus goes to the page then. */
function refocusWithout(button: HTMLElement): void {
  const observer = new MutationObserver(() => {
    if (button.isConnected) return;
    end();
    refocus();
  });
  const end = () => {
    observer.disconnect();
    document.removeEventListener('focusin', end);
  };
  document.addEventListener('focusin', end);
  observer.observe(document.body, { childList: true, subtree: true });
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
