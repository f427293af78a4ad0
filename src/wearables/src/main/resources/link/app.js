// Enhances the link page: live search, focus on errors, progress messages. The page also works without scripts.

const count = document.getElementById('count');
const search = document.getElementById('q');
const providers = [...document.querySelectorAll('#providers li')].map((item) =>
  ({ item, text: `${item.textContent} ${item.dataset.slug}`.toLowerCase() }));

// Searches in the page, unless the server has already filtered the list.
if (search && search.value === '') {
  search.addEventListener('input', () => {
    const terms = search.value.toLowerCase().split(/\s+/);
    let found = 0;
    for (const { item, text } of providers) {
      const matches = terms.every((t) => text.includes(t));
      item.hidden = !matches;
      found += matches ? 1 : 0;
    }
    count.textContent = found === 0 ? 'No providers found' : found === 1 ? '1 provider' : `${found} providers`;
  });
}

// Focuses the error summary in browsers that ignore autofocus.
const errorSummary = document.querySelector('#error-summary[autofocus]');
if (errorSummary) {
  requestAnimationFrame(() => {
    if (document.activeElement !== errorSummary) errorSummary.focus();
  });
}

// Allows one submission per form, and shows its progress.
for (const form of document.querySelectorAll('form[data-busy]')) {
  const button = form.querySelector('button');
  const progress = form.querySelector('[role=status]');
  let submitted = false;
  form.addEventListener('submit', (event) => {
    if (submitted) {
      event.preventDefault();
      return;
    }
    submitted = true;
    button.setAttribute('aria-disabled', 'true');
    progress.textContent = `${form.dataset.busy}. This can take up to a minute.`;
  });
  // Resets the form when the browser restores the page from its back/forward cache.
  addEventListener('pageshow', () => {
    submitted = false;
    button.removeAttribute('aria-disabled');
    progress.textContent = '';
  });
}

// Closes the window if a script opened it. Browsers ignore the call in other windows.
if (opener && document.getElementById('closed')) close();
