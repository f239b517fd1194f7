import { useEffect, useState } from 'react';

const OPEN = '[aria-modal="true"]';

/** Where the focus goes when the dialog that opened last is gone. */
let latest: HTMLElement | undefined;

/**
 * Where the focus comes back to from what is about to open: the button that opens it; of a menu's item, the menu's button;
 * of what a dialog opens, where that dialog was opened.
 */
export function opener(): HTMLElement | undefined {
  if (document.querySelector(OPEN) !== null) return latest;
  const from = document.activeElement;
  if (!(from instanceof HTMLElement) || from === document.body) return undefined;
  const menu = from.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return menu == null ? from : (document.getElementById(menu) ?? undefined);
}

/** Once what has just gone is out of the document: puts the focus where it is wanted, unless it is somewhere already. */
export function refocus(to?: HTMLElement): void {
  setTimeout(() => {
    const now = document.activeElement;
    if ((now !== null && now !== document.body) || document.querySelector(OPEN) !== null) return;
    const there = to?.isConnected === true ? to : document.getElementById('main');
    there?.focus({ preventScroll: true });
  });
}

/** Gives the focus back when what took it is gone; to the page, when the opener went with it. */
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
