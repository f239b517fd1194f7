// The pages work without this file; it adds a button to copy code, and scrolls the list of pages to the current one.
for (const block of document.querySelectorAll('.code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    const shown = [...block.querySelectorAll('pre')].find((pre) => pre.offsetParent !== null);
    try {
      await navigator.clipboard.writeText(shown.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(shown);
      button.textContent = 'Selected';
    }
    setTimeout(() => (button.textContent = 'Copy'), 1600);
  });
  block.append(button);
}

// A chosen language is kept, on this page and the next.
const chosen = sessionStorage.getItem('language');
for (const input of document.querySelectorAll('.tabs input')) {
  const name = input.nextElementSibling.textContent;
  if (name === chosen) input.checked = true;
  input.addEventListener('change', () => {
    sessionStorage.setItem('language', name);
    for (const other of document.querySelectorAll('.tabs input')) {
      if (other.nextElementSibling.textContent === name) other.checked = true;
    }
  });
}

const aside = document.querySelector('aside');
const current = aside?.querySelector('[aria-current]');
if (current)
  aside.scrollTop = current.getBoundingClientRect().top - aside.getBoundingClientRect().top - aside.clientHeight / 2;

const links = new Map([...document.querySelectorAll('.toc a')].map((link) => [link.hash.slice(1), link]));
if (links.size > 0) {
  const headings = [...links.keys()].map((id) => document.getElementById(id));
  const mark = () => {
    const passed = headings.findLast((heading) => heading.getBoundingClientRect().top < 120) ?? headings[0];
    for (const [id, link] of links) link.classList.toggle('here', id === passed.id);
  };
  addEventListener('scroll', mark, { passive: true });
  mark();
}
