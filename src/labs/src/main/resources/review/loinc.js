// Dialog that chooses the LOINC code of a result, from its candidates or by search.

import { get } from './api.js';
import { h, replaceChildren } from './dom.js';
import { fieldText } from './model.js';
import { cancelButton, errorText, field, openDialog } from './ui.js';

const SEARCH_DELAY = 250;

/**
 * @param onDone receives a message about the change
 */
export function openLoincDialog(model, row, onDone) {
  const list = h('ul', { class: 'code-list', role: 'listbox', 'aria-label': 'LOINC codes', tabindex: '-1' });
  const status = h('p', { class: 'muted small', role: 'status' });
  const search = h('input', { type: 'search', autocomplete: 'off', spellcheck: 'false', 'data-first': true });
  let timer = 0;
  let lastRequest = 0;

  openDialog(`LOINC code of ${row.test_name || 'the new result'}`, (close) => {
    const choose = (match) => {
      close();
      model.chooseCode(row, match);
      onDone(`${match.loinc_code} selected.`);
    };

    function option(match, i) {
      const selected = row.loinc_match_status === 'auto_match' && row.loinc_matches[0]?.loinc_code === match.loinc_code;
      const item = h('li', { role: 'option', tabindex: i === 0 ? '0' : '-1', 'aria-selected': String(selected) },
        h('span', { class: 'inline' }, h('code', {}, match.loinc_code),
          h('strong', {}, match.display_name || match.loinc_name),
          selected && h('span', { class: 'pill success' }, 'Selected')),
        h('span', { class: 'muted small' }, match.display_name ? match.loinc_name : '',
          match.confidence_score < 1 ? ` (${Math.round(match.confidence_score * 100)}% match)` : ''));
      item.addEventListener('click', () => !model.readonly && choose(match));
      return item;
    }

    function showMatches(matches, text) {
      replaceChildren(list, matches.map(option));
      status.textContent = matches.length === 0 ? 'No codes found. Try another name, or enter a code.' : text;
    }

    const showCandidates = () => showMatches(row.loinc_matches ?? [], 'Candidates, best match first.');

    async function runSearch() {
      lastRequest += 1;
      const request = lastRequest;
      const q = search.value.trim();
      if (q === '') {
        showCandidates();
        return;
      }
      try {
        const query = new URLSearchParams({ q, unit: row.units_ucum ?? '', specimen: fieldText(row, 'specimen') });
        const { matches } = await get(`/loinc?${query}`);
        if (request === lastRequest) {
          showMatches(matches, `${matches.length} found.`);
        }
      } catch (error) {
        status.textContent = errorText(error);
      }
    }

    search.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(runSearch, SEARCH_DELAY);
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
          clearTimeout(timer);
          runSearch().then(() => list.querySelector('[role=option]')?.focus());
        }
      }
    });
    list.addEventListener('keydown', (e) => {
      const items = [...list.querySelectorAll('[role=option]')];
      const i = items.indexOf(document.activeElement);
      if (e.key === 'Enter' || e.key === ' ') {
        e.preventDefault();
        items[i]?.click();
      } else if (e.key === 'ArrowDown') {
        e.preventDefault();
        items[Math.min(items.length - 1, i + 1)]?.focus();
      } else if (e.key === 'ArrowUp') {
        e.preventDefault();
        (i <= 0 ? search : items[i - 1]).focus();
      }
    });
    showCandidates();
    return [
      h('p', { class: 'muted' }, [row.value, row.units, fieldText(row, 'specimen')].filter(Boolean).join(' · ')),
      field('q', 'Search by name or code', search, 'Press the down arrow to move to the list, and Enter to select a code.'),
      list, status,
      h('div', { class: 'buttons' },
        !model.readonly && h('button', { type: 'button', onclick: () => {
          close();
          model.removeCode(row);
          onDone('This result has no LOINC code.');
        } }, 'No matching code'),
        cancelButton(close)),
    ];
  });
}
