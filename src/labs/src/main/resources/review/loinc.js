// Which LOINC code a result has: one of the candidates, or one that is looked for by name or code.

import { get } from './api.js';
import { h, show } from './dom.js';
import { text } from './model.js';
import { cancelButton, dialog, field, words } from './ui.js';

const PAUSE = 250;

export function loincDialog(model, row, done) {
  const list = h('ul', { class: 'codes', role: 'listbox', 'aria-label': 'Codes', tabindex: '-1' });
  const news = h('p', { class: 'quiet small', role: 'status' });
  const search = h('input', { type: 'search', autocomplete: 'off', spellcheck: 'false', 'data-first': true });
  let waiting = 0;
  let turn = 0;

  dialog(`Code of ${row.test_name || 'the new result'}`, (close) => {
    const choose = (match) => {
      close();
      model.choose(row, match);
      done(`${match.loinc_code} chosen.`);
    };

    function item(match, i) {
      const chosen = row.loinc_match_status === 'auto_match' && row.loinc_matches[0]?.loinc_code === match.loinc_code;
      const option = h('li', { role: 'option', tabindex: i === 0 ? '0' : '-1', 'aria-selected': String(chosen) },
        h('span', { class: 'line' }, h('code', {}, match.loinc_code),
          h('strong', {}, match.display_name || match.loinc_name),
          chosen && h('span', { class: 'pill good' }, 'Chosen')),
        h('span', { class: 'quiet small' }, match.display_name ? match.loinc_name : '',
          match.confidence_score < 1 ? ` (fits ${Math.round(match.confidence_score * 100)} %)` : ''));
      option.addEventListener('click', () => !model.readonly && choose(match));
      return option;
    }

    function found(matches, what) {
      show(list, matches.map(item));
      news.textContent = matches.length === 0 ? 'No code found. Try another name or the code itself.' : what;
    }

    async function ask() {
      turn += 1;
      const own = turn;
      const q = search.value.trim();
      if (q === '') {
        found(row.loinc_matches ?? [], 'Candidates, the best first.');
        return;
      }
      try {
        const query = new URLSearchParams({ q, unit: row.units_ucum ?? '', specimen: text(row, 'specimen') });
        const { matches } = await get(`/loinc?${query}`);
        if (own === turn) {
          found(matches, `${matches.length} found.`);
        }
      } catch (failure) {
        news.textContent = words(failure);
      }
    }

    search.addEventListener('input', () => {
      clearTimeout(waiting);
      waiting = setTimeout(ask, PAUSE);
    });
    search.addEventListener('keydown', (e) => {
      const first = list.querySelector('[role=option]');
      if (e.key === 'ArrowDown' && first) {
        e.preventDefault();
        first.focus();
      } else if (e.key === 'Enter') {
        e.preventDefault();
        if (search.value.trim() === '') {
          first?.click();
        } else {
          clearTimeout(waiting);
          ask().then(() => list.querySelector('[role=option]')?.focus());
        }
      }
    });
    list.addEventListener('keydown', (e) => {
      const options = [...list.querySelectorAll('[role=option]')];
      const i = options.indexOf(document.activeElement);
      if (e.key === 'Enter' || e.key === ' ') {
        e.preventDefault();
        options[i]?.click();
      } else if (e.key === 'ArrowDown') {
        e.preventDefault();
        options[Math.min(options.length - 1, i + 1)]?.focus();
      } else if (e.key === 'ArrowUp') {
        e.preventDefault();
        (i <= 0 ? search : options[i - 1]).focus();
      }
    });
    found(row.loinc_matches ?? [], 'Candidates, the best first.');
    return [
      h('p', { class: 'quiet' }, [row.value, row.units, text(row, 'specimen')].filter(Boolean).join(' · ')),
      field('q', 'Search by name or code', search, 'Arrow down to the list, Enter takes one.'),
      list, news,
      h('div', { class: 'buttons' },
        !model.readonly && h('button', { type: 'button', onclick: () => {
          close();
          model.chooseNone(row);
          done('No code for this result.');
        } }, 'No code fits'),
        cancelButton(close)),
    ];
  });
}
