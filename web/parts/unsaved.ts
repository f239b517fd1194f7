import { modals } from '@mantine/modals';
import { useBlocker } from '@tanstack/react-router';
import { createContext, useRef } from 'react';

let asked: Promise<boolean> | undefined;

/** Asks whether what was typed may be lost. Asked anew while it is open, both are answered by the same question. */
function mayLose(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => {
    modals.openConfirmModal({
      title: 'Leave without saving?',
      children: 'What you typed is not saved yet.',
      labels: { confirm: 'Leave', cancel: 'Stay' },
      confirmProps: { color: 'red' },
      cancelProps: { 'data-autofocus': true },
      // Above the dialog that it asks about.
      zIndex: 250,
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  }).finally(() => {
    // Once whoever asked has the answer, also about two dialogs at once.
    setTimeout(() => {
      asked = undefined;
    });
  });
  return asked;
}

/**
 * Asks before the page is left while something typed is unsaved, also by closing the window.
 * @returns a function that closes what it was typed in, once that is asked
 */
export function useUnsaved(isUnsaved: () => boolean): (close: () => void) => void {
  // A session that ended says so at every refresh; whoever stayed to copy the text is asked once.
  const staysSignedOut = useRef(false);
  useBlocker({
    async shouldBlockFn({ current, next }) {
      if (next.pathname === current.pathname || !isUnsaved()) return false;
      const isSignIn = next.pathname === '/sign-in';
      if (isSignIn && staysSignedOut.current) return true;
      const stays = !(await mayLose());
      staysSignedOut.current = isSignIn && stays;
      return stays;
    },
    enableBeforeUnload: isUnsaved,
  });
  return (close) => {
    void (async () => {
      if (!isUnsaved() || (await mayLose())) close();
    })();
  };
}

/** How the parts of a dialog speak of what is typed in it. */
export const Typed = createContext<{
  /** Closes the dialog, once that is asked. */
  leave(close: () => void): void;
  /** Saving failed: what was typed is unsaved again. */
  failed(): void;
}>({ leave: (close) => close(), failed() {} });
