// What the pages do better with a script; without one they do the same in more steps.

const count = document.getElementById('count');
const search = document.getElementById('q');
const offers = [...document.querySelectorAll('#providers li')].map((item) =>
  ({ item, words: `${item.textContent} ${item.dataset.slug}`.toLowerCase() }));

// All providers of the page are there until the server has narrowed them.
if (search && search.value === '') {
  search.addEventListener('input', () => {
    const wanted = search.value.toLowerCase().split(/\s+/);
    let found = 0;
    for (const { item, words } of offers) {
      const fits = wanted.every((w) => words.includes(w));
      item.hidden = !fits;
      found += fits ? 1 : 0;
    }
    count.textContent = found === 0 ? 'Nothing found' : found === 1 ? '1 provider' : `${found} providers`;
  });
}

// Most browsers have done it by then: autofocus.
const problem = document.querySelector('#problem[autofocus]');
if (problem) {
  requestAnimationFrame(() => {
    if (document.activeElement !== problem) problem.focus();
  });
}

for (const form of document.querySelectorAll('form[data-busy]')) {
  const button = form.querySelector('button');
  const busy = form.querySelector('[role=status]');
  let sent = false;
  form.addEventListener('submit', (event) => {
    if (sent) {
      event.preventDefault();
      return;
    }
    sent = true;
    button.setAttribute('aria-disabled', 'true');
    busy.textContent = `${form.dataset.busy}. This can take up to a minute.`;
  });
  // Back from the next page, which the browser may show as it was left.
  addEventListener('pageshow', () => {
    sent = false;
    button.removeAttribute('aria-disabled');
    busy.textContent = '';
  });
}

// Browsers let scripts close only what a page has opened; other windows stay and say so.
if (opener && document.getElementById('closed')) close();
