/**
 * Brings an element into sight within what scrolls around it. Unlike `scrollIntoView` it leaves where the tabulator goes
 * on: at the start of a page just opened, not behind the element.
 */
export function scrollTo(element: HTMLElement): void {
  let around = element.parentElement;
  while (around !== null && !/auto|scroll/.test(getComputedStyle(around).overflowY)) around = around.parentElement;
  if (around === null) return;
  const [inner, outer] = [element.getBoundingClientRect(), around.getBoundingClientRect()];
  if (inner.top < outer.top) around.scrollTop += inner.top - outer.top;
  else if (inner.bottom > outer.bottom) around.scrollTop += inner.bottom - outer.bottom;
}
