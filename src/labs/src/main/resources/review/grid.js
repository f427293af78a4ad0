// The results as a table that is worked on with the keyboard: arrows move, Enter edits, Tab goes on to the next field.

import { codeOpen, doubt, doubtful, flag, INTERPRETATIONS, tone } from './doubts.js';
import { h, show } from './dom.js';
import { longest, text } from './model.js';

export const COLUMNS = [
  { field: 'test_name', title: 'Test' },
  { field: 'value', title: 'Value' },
  { field: 'units', title: 'Unit' },
  { field: 'range', title: 'Range' },
  { field: 'interpretation', title: 'Flag' },
  { field: 'loinc', title: 'LOINC' },
  { field: 'more', title: 'More' },
];

const LAST = COLUMNS.length - 1;
const LOINC = 5;

/**
 * @param acts what keys and buttons do: look (a row and a field have the focus), codes, details, help, next
 */
export function grid(model, acts) {
  const body = h('tbody', { role: 'rowgroup' });
  const table = h('table', { class: 'results', role: 'grid', 'aria-label': 'Results', 'aria-colcount': COLUMNS.length },
    h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, COLUMNS.map((c) =>
      h('th', { role: 'columnheader', scope: 'col', class: c.field }, c.title)))),
    body);
  let at = { key: model.rows[0]?.key, col: 1 };

  const cellOf = (key, col) => body.querySelector(`tr[data-key="${key}"] [data-col="${col}"]`);

  function content(row, column) {
    switch (column.field) {
      case 'test_name':
        return [h('span', { class: 'name' }, row.test_name || '(no name)'),
          row.doubts.length > 0 && h('span', { class: `doubts${doubtful(row) ? '' : ' seen'}` },
            row.doubts.map((d) => h('span', { class: 'doubt' },
              h('span', { class: 'sign', 'aria-hidden': 'true' }, doubtful(row) ? '⚠' : '✓'),
              `${doubtful(row) ? '' : 'Checked: '}${doubt(d)}`)))];
      case 'interpretation':
        return h('span', { class: `pill ${tone(row)}` }, flag(row));
      case 'loinc':
        return code(row);
      case 'more':
        return [
          row.doubts.length > 0 && h('button', { type: 'button', class: 'slim icon tickoff', tabindex: '-1',
            'aria-pressed': String(row.checked), 'aria-label': `Looks right: ${row.test_name}`, title: 'Looks right (v)',
            disabled: model.readonly, onclick: () => model.check(row) }, '✓'),
          h('button', { type: 'button', class: 'slim icon', tabindex: '-1', 'aria-label': `All fields of ${row.test_name}`,
            title: 'All fields (d)', onclick: () => acts.details(row) }, '⋯'),
        ];
      default:
        return text(row, column.field) || h('span', { class: 'none' }, '–');
    }
  }

  function code(row) {
    const best = row.loinc_matches?.[0];
    if (row.loinc_match_status === 'auto_match') {
      return [h('code', {}, best.loinc_code), ' ', h('span', { class: 'quiet small long' }, best.display_name || best.loinc_name)];
    }
    return codeOpen(row)
      ? h('span', { class: 'pill wait' }, `Choose: ${row.loinc_matches.length}`)
      : h('span', { class: 'quiet' }, 'No code');
  }

  function line(row, i) {
    const before = model.rows[i - 1]?.source_panel_name ?? null;
    const heading = row.source_panel_name !== null && row.source_panel_name !== before
      ? h('tr', { role: 'row', class: 'panel', 'data-of': row.key },
        h('td', { role: 'gridcell', colspan: COLUMNS.length, 'aria-colspan': COLUMNS.length }, row.source_panel_name))
      : null;
    const tr = h('tr', { role: 'row', 'data-key': row.key, class: doubtful(row) ? 'doubtful' : '' },
      COLUMNS.map((c, col) => h('td', {
        role: 'gridcell', 'data-col': col, class: c.field, tabindex: row.key === at.key && col === at.col ? '0' : '-1',
        'data-title': c.title,
      }, content(row, c))));
    tr.classList.toggle('current', row.key === at.key);
    return [heading, tr];
  }

  function draw() {
    if (!model.rows.some((r) => r.key === at.key)) {
      at = { key: model.rows[0]?.key, col: 1 };
    }
    const had = body.contains(document.activeElement);
    show(body, model.rows.map(line));
    if (had) {
      focus(at.key, at.col);
    }
  }

  function redraw(row) {
    const old = body.querySelector(`tr[data-key="${row.key}"]`);
    if (old === null || old.querySelector('.editor')) {
      return;
    }
    const had = old.contains(document.activeElement);
    const [, tr] = line(row, model.rows.indexOf(row));
    old.replaceWith(tr);
    if (had) {
      focus(at.key, at.col);
    }
  }

  function focus(key, col) {
    const cell = cellOf(key, col);
    if (cell === null) {
      return false;
    }
    mark(key, col);
    cell.focus({ preventScroll: true });
    cell.closest('tr').scrollIntoView({ block: 'nearest' });
    return true;
  }

  function mark(key, col) {
    cellOf(at.key, at.col)?.setAttribute('tabindex', '-1');
    body.querySelector('tr.current')?.classList.remove('current');
    at = { key, col };
    const cell = cellOf(key, col);
    cell?.setAttribute('tabindex', '0');
    cell?.closest('tr').classList.add('current');
    acts.look(model.find(key), COLUMNS[col].field);
  }

  function moved(rows, cols) {
    const i = model.rows.findIndex((r) => r.key === at.key);
    const row = model.rows[Math.max(0, Math.min(model.rows.length - 1, i + rows))];
    return row !== undefined && focus(row.key, Math.max(0, Math.min(LAST, at.col + cols)));
  }

  /** The next field that can be typed in; that of codes only gets the focus. */
  function onward(step) {
    let i = model.rows.findIndex((r) => r.key === at.key);
    let col = at.col + step;
    if (col > LOINC || col < 0) {
      i += step;
      col = step > 0 ? 0 : LOINC;
    }
    const row = model.rows[i];
    if (row === undefined) {
      focus(at.key, at.col);
    } else if (focus(row.key, col) && col < LOINC) {
      edit();
    }
  }

  function edit() {
    const row = model.find(at.key);
    const { field, title } = COLUMNS[at.col] ?? {};
    if (row === undefined || field === 'more') {
      acts.details(row);
      return;
    }
    if (field === 'loinc') {
      acts.codes(row);
      return;
    }
    if (model.readonly) {
      acts.refused();
      return;
    }
    const cell = cellOf(at.key, at.col);
    const label = `${title} of ${row.test_name || 'new result'}`;
    const editor = field === 'interpretation'
      ? h('select', { class: 'editor', 'aria-label': label }, INTERPRETATIONS.map(([value, name]) =>
        h('option', { value, selected: value === (row.interpretation ?? '') }, name)))
      : h('input', { class: 'editor', 'aria-label': label, autocomplete: 'off', spellcheck: 'false',
        maxlength: longest(field), value: text(row, field) });
    let open = true;
    const close = (keep) => {
      if (!open) {
        return;
      }
      open = false;
      const value = editor.value.trim();
      editor.remove();
      if (keep && field === 'interpretation') {
        model.set(row, { interpretation: value === '' ? null : value });
      } else if (keep && !((field === 'value' || field === 'test_name') && value === '')) {
        model.edit(row, field, value);
      }
      redraw(model.find(row.key) ?? row);
    };
    editor.addEventListener('keydown', (e) => {
      if (e.key === 'Enter' || e.key === 'Escape' || e.key === 'Tab') {
        e.preventDefault();
        e.stopPropagation();
        close(e.key !== 'Escape');
        if (e.key === 'Tab') {
          onward(e.shiftKey ? -1 : 1);
        } else {
          focus(row.key, at.col);
        }
      } else if (!(e.ctrlKey || e.metaKey)) {
        e.stopPropagation();
      }
    });
    editor.addEventListener('blur', () => close(true));
    show(cell, editor);
    editor.focus();
    editor.select?.();
  }

  function remove() {
    const row = model.find(at.key);
    const i = model.rows.indexOf(row);
    if (row !== undefined && model.remove(row)) {
      const next = model.rows[Math.min(i, model.rows.length - 1)];
      acts.say(`${row.test_name || 'Row'} deleted. Press u to undo.`);
      if (next) {
        focus(next.key, at.col);
      }
    }
  }

  function add() {
    const row = model.add(model.find(at.key));
    if (focus(row.key, 0)) {
      edit();
    }
  }

  function move(by) {
    const row = model.find(at.key);
    if (row !== undefined && model.move(row, by)) {
      focus(row.key, at.col);
    }
  }

  function toOpen(step) {
    const row = model.open(model.find(at.key), step);
    if (row === undefined) {
      acts.say('Nothing is left to look at.');
    } else {
      focus(row.key, doubtful(row) ? 1 : LOINC);
    }
  }

  const KEYS = {
    ArrowUp: () => moved(-1, 0),
    ArrowDown: () => moved(1, 0),
    ArrowLeft: () => moved(0, -1),
    ArrowRight: () => moved(0, 1),
    PageUp: () => moved(-10, 0),
    PageDown: () => moved(10, 0),
    Home: () => moved(0, -LAST),
    End: () => moved(0, LAST),
    Enter: edit,
    F2: edit,
    n: () => toOpen(1),
    p: () => toOpen(-1),
    v: () => {
      const row = model.find(at.key);
      if (row?.doubts.length > 0) {
        model.check(row);
      }
    },
    a: add,
    Delete: remove,
    x: remove,
    u: () => acts.undo(),
    l: () => model.find(at.key) && acts.codes(model.find(at.key)),
    d: () => model.find(at.key) && acts.details(model.find(at.key)),
    '+': () => acts.zoom(1),
    '-': () => acts.zoom(-1),
    '0': () => acts.zoom(0),
    '[': () => acts.turn(-1),
    ']': () => acts.turn(1),
    '?': () => acts.help(),
  };

  table.addEventListener('keydown', (e) => {
    if (e.target.closest('.editor') || e.ctrlKey || e.metaKey) {
      return;
    }
    if (e.altKey) {
      if (e.key === 'ArrowUp' || e.key === 'ArrowDown') {
        e.preventDefault();
        move(e.key === 'ArrowUp' ? -1 : 1);
      }
      return;
    }
    if (e.target.closest('button') && (e.key === 'Enter' || e.key === ' ')) {
      return;
    }
    const act = KEYS[e.key];
    if (act) {
      e.preventDefault();
      act();
    }
  });
  body.addEventListener('focusin', (e) => {
    const cell = e.target.closest('[data-col]');
    const key = cell?.closest('tr').dataset.key;
    if (cell && (key !== at.key || Number(cell.dataset.col) !== at.col)) {
      mark(key, Number(cell.dataset.col));
    }
  });
  body.addEventListener('click', (e) => {
    const cell = e.target.closest('[data-col]');
    if (cell && !e.target.closest('button, .editor')) {
      // The first click looks, the second one edits.
      const again = cell.dataset.clicked === 'yes';
      body.querySelector('[data-clicked]')?.removeAttribute('data-clicked');
      focus(cell.closest('tr').dataset.key, Number(cell.dataset.col));
      cell.dataset.clicked = 'yes';
      if (again) {
        edit();
      }
    }
  });
  body.addEventListener('pointerover', (e) => {
    acts.hover(model.find(e.target.closest('tr')?.dataset.key));
  });
  body.addEventListener('pointerleave', () => acts.hover(undefined));

  model.addEventListener('change', (e) => {
    if (e.detail.what === 'row') {
      redraw(e.detail.row);
    } else if (e.detail.what === 'all') {
      draw();
    }
  });
  draw();
  return {
    table,
    add,
    toOpen,
    draw,
    current: () => model.find(at.key),
    go: (row, field) => focus(row.key, Math.max(0, COLUMNS.findIndex((c) => c.field === field))),
    start: () => model.rows[0] && focus(model.open(undefined, 1)?.key ?? model.rows[0].key, 1),
  };
}
