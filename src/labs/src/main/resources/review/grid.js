// Results as an editable table (ARIA grid): arrow keys move, Enter edits, Tab edits the next field.

import { h, replaceChildren } from './dom.js';
import { fieldText, maxLength } from './model.js';
import { flagLabel, flagTone, INTERPRETATIONS, needsCheck, needsCode, warningLabel } from './warnings.js';

const COLUMNS = [
  { field: 'test_name', title: 'Test' },
  { field: 'value', title: 'Value' },
  { field: 'units', title: 'Unit' },
  { field: 'range', title: 'Range' },
  { field: 'interpretation', title: 'Flag' },
  { field: 'loinc', title: 'LOINC' },
  { field: 'more', title: 'More' },
];

const LAST_COLUMN = COLUMNS.length - 1;
const VALUE_COLUMN = 1;
const LOINC_COLUMN = 5;

/**
 * @param handlers functions for shortcuts and buttons; `focused` receives the row and field that got the focus
 */
export function resultsGrid(model, handlers) {
  const body = h('tbody', { role: 'rowgroup' });
  const table = h('table', { class: 'results', role: 'grid', 'aria-label': 'Results', 'aria-colcount': COLUMNS.length },
    h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, COLUMNS.map((c) =>
      h('th', { role: 'columnheader', scope: 'col', class: c.field }, c.title)))),
    body);
  let active = { key: model.rows[0]?.key, col: VALUE_COLUMN };

  const cellAt = (key, col) => body.querySelector(`tr[data-key="${key}"] [data-col="${col}"]`);
  const activeRow = () => model.find(active.key);

  function cellContent(row, column) {
    switch (column.field) {
      case 'test_name':
        return [h('span', { class: 'name' }, row.test_name || '(no name)'),
          row.doubts.length > 0 && h('span', { class: needsCheck(row) ? 'result-warnings' : 'result-warnings checked' },
            row.doubts.map((d) => h('span', { class: 'result-warning' },
              h('span', { class: 'warning-icon', 'aria-hidden': 'true' }, needsCheck(row) ? '⚠' : '✓'),
              `${needsCheck(row) ? '' : 'Checked: '}${warningLabel(d)}`)))];
      case 'interpretation':
        return h('span', { class: `pill ${flagTone(row)}` }, flagLabel(row));
      case 'loinc':
        return codeContent(row);
      case 'more':
        return [
          row.doubts.length > 0 && h('button', { type: 'button', class: 'compact icon', tabindex: '-1',
            'aria-pressed': String(row.checked), 'aria-label': `Mark as checked: ${row.test_name}`,
            title: 'Mark as checked (v)', disabled: model.readonly, onclick: () => model.toggleChecked(row) }, '✓'),
          h('button', { type: 'button', class: 'compact icon', tabindex: '-1',
            'aria-label': `All fields of ${row.test_name}`, title: 'All fields (d)',
            onclick: () => handlers.showDetails(row) }, '⋯'),
        ];
      default:
        return fieldText(row, column.field) || h('span', { class: 'empty-value' }, '–');
    }
  }

  function codeContent(row) {
    const best = row.loinc_matches?.[0];
    if (row.loinc_match_status === 'auto_match') {
      return [h('code', {}, best.loinc_code), ' ',
        h('span', { class: 'muted small truncate' }, best.display_name || best.loinc_name)];
    }
    return needsCode(row)
      ? h('span', { class: 'pill warning' }, `Choose: ${row.loinc_matches.length}`)
      : h('span', { class: 'muted' }, 'No code');
  }

  /** Creates the table row of a result, and the heading of its panel if that begins here. */
  function tableRows(row, i) {
    const previousPanel = model.rows[i - 1]?.source_panel_name ?? null;
    const heading = row.source_panel_name !== null && row.source_panel_name !== previousPanel
      ? h('tr', { role: 'row', class: 'panel' },
        h('td', { role: 'gridcell', colspan: COLUMNS.length, 'aria-colspan': COLUMNS.length }, row.source_panel_name))
      : null;
    const tr = h('tr', { role: 'row', 'data-key': row.key, class: needsCheck(row) ? 'needs-check' : '' },
      COLUMNS.map((c, col) => h('td', {
        role: 'gridcell', 'data-col': col, class: c.field,
        tabindex: row.key === active.key && col === active.col ? '0' : '-1', 'data-title': c.title,
      }, cellContent(row, c))));
    tr.classList.toggle('current', row.key === active.key);
    return [heading, tr];
  }

  function render() {
    if (!model.rows.some((r) => r.key === active.key)) {
      active = { key: model.rows[0]?.key, col: VALUE_COLUMN };
    }
    const hadFocus = body.contains(document.activeElement);
    replaceChildren(body, model.rows.map(tableRows));
    if (hadFocus) {
      focusCell(active.key, active.col);
    }
  }

  function renderRow(row) {
    const old = body.querySelector(`tr[data-key="${row.key}"]`);
    if (old === null || old.querySelector('.editor')) {
      return;
    }
    const hadFocus = old.contains(document.activeElement);
    const [, tr] = tableRows(row, model.rows.indexOf(row));
    old.replaceWith(tr);
    if (hadFocus) {
      focusCell(active.key, active.col);
    }
  }

  /** Moves the focus to a cell. Returns false if the cell does not exist. */
  function focusCell(key, col) {
    const cell = cellAt(key, col);
    if (cell === null) {
      return false;
    }
    setActive(key, col);
    cell.focus({ preventScroll: true });
    cell.closest('tr').scrollIntoView({ block: 'nearest' });
    return true;
  }

  function setActive(key, col) {
    cellAt(active.key, active.col)?.setAttribute('tabindex', '-1');
    body.querySelector('tr.current')?.classList.remove('current');
    active = { key, col };
    const cell = cellAt(key, col);
    cell?.setAttribute('tabindex', '0');
    cell?.closest('tr').classList.add('current');
    handlers.focused(model.find(key), COLUMNS[col].field);
  }

  function moveFocus(rows, cols) {
    const i = model.rows.findIndex((r) => r.key === active.key);
    const row = model.rows[Math.max(0, Math.min(model.rows.length - 1, i + rows))];
    return row !== undefined && focusCell(row.key, Math.max(0, Math.min(LAST_COLUMN, active.col + cols)));
  }

  /** Moves to the next (1) or previous (-1) field and edits it. The LOINC column only gets the focus. */
  function editNext(step) {
    let i = model.rows.findIndex((r) => r.key === active.key);
    let col = active.col + step;
    if (col > LOINC_COLUMN || col < 0) {
      i += step;
      col = step > 0 ? 0 : LOINC_COLUMN;
    }
    const row = model.rows[i];
    if (row === undefined) {
      focusCell(active.key, active.col);
    } else if (focusCell(row.key, col) && col < LOINC_COLUMN) {
      edit();
    }
  }

  /** Opens the editor of the active cell, or the dialog that edits it. */
  function edit() {
    const row = activeRow();
    const { field, title } = COLUMNS[active.col] ?? {};
    if (row === undefined || field === 'more') {
      handlers.showDetails(row);
      return;
    }
    if (field === 'loinc') {
      handlers.chooseCode(row);
      return;
    }
    if (model.readonly) {
      handlers.rejectEdit();
      return;
    }
    const cell = cellAt(active.key, active.col);
    const label = `${title} of ${row.test_name || 'new result'}`;
    const editor = field === 'interpretation'
      ? h('select', { class: 'editor', 'aria-label': label }, INTERPRETATIONS.map(([value, name]) =>
        h('option', { value, selected: value === (row.interpretation ?? '') }, name)))
      : h('input', { class: 'editor', 'aria-label': label, autocomplete: 'off', spellcheck: 'false',
        maxlength: maxLength(field), value: fieldText(row, field) });
    let open = true;
    const close = (apply) => {
      if (!open) {
        return;
      }
      open = false;
      const value = editor.value.trim();
      editor.remove();
      if (apply && field === 'interpretation') {
        model.override(row, { interpretation: value === '' ? null : value });
      } else if (apply && !((field === 'value' || field === 'test_name') && value === '')) {
        model.edit(row, field, value);
      }
      renderRow(model.find(row.key) ?? row);
    };
    editor.addEventListener('keydown', (e) => {
      if (e.key === 'Enter' || e.key === 'Escape' || e.key === 'Tab') {
        e.preventDefault();
        e.stopPropagation();
        close(e.key !== 'Escape');
        if (e.key === 'Tab') {
          editNext(e.shiftKey ? -1 : 1);
        } else {
          focusCell(row.key, active.col);
        }
      } else if (!(e.ctrlKey || e.metaKey)) {
        e.stopPropagation();
      }
    });
    editor.addEventListener('blur', () => close(true));
    replaceChildren(cell, editor);
    editor.focus();
    editor.select?.();
  }

  function remove() {
    const row = activeRow();
    const i = model.rows.indexOf(row);
    if (row !== undefined && model.remove(row)) {
      const next = model.rows[Math.min(i, model.rows.length - 1)];
      handlers.notify(`${row.test_name || 'Result'} deleted. Press u to undo.`);
      if (next) {
        focusCell(next.key, active.col);
      }
    }
  }

  function add() {
    const row = model.add(activeRow());
    if (focusCell(row.key, 0)) {
      edit();
    }
  }

  function moveRow(by) {
    const row = activeRow();
    if (row !== undefined && model.move(row, by)) {
      focusCell(row.key, active.col);
    }
  }

  /** Moves to the next (1) or previous (-1) row that needs a check or a code. */
  function goToIssue(step) {
    const row = model.nextIssue(activeRow(), step);
    if (row === undefined) {
      handlers.notify('No issues left.');
    } else {
      focusCell(row.key, needsCheck(row) ? VALUE_COLUMN : LOINC_COLUMN);
    }
  }

  const SHORTCUTS = {
    ArrowUp: () => moveFocus(-1, 0),
    ArrowDown: () => moveFocus(1, 0),
    ArrowLeft: () => moveFocus(0, -1),
    ArrowRight: () => moveFocus(0, 1),
    PageUp: () => moveFocus(-10, 0),
    PageDown: () => moveFocus(10, 0),
    Home: () => moveFocus(0, -LAST_COLUMN),
    End: () => moveFocus(0, LAST_COLUMN),
    Enter: edit,
    F2: edit,
    n: () => goToIssue(1),
    p: () => goToIssue(-1),
    v: () => {
      const row = activeRow();
      if (row?.doubts.length > 0) {
        model.toggleChecked(row);
      }
    },
    a: add,
    Delete: remove,
    x: remove,
    u: () => handlers.undo(),
    l: () => activeRow() && handlers.chooseCode(activeRow()),
    d: () => activeRow() && handlers.showDetails(activeRow()),
    '+': () => handlers.changeZoom(1),
    '-': () => handlers.changeZoom(-1),
    '0': () => handlers.changeZoom(0),
    '[': () => handlers.turnPage(-1),
    ']': () => handlers.turnPage(1),
    '?': () => handlers.showShortcuts(),
  };

  table.addEventListener('keydown', (e) => {
    if (e.target.closest('.editor') || e.ctrlKey || e.metaKey) {
      return;
    }
    if (e.altKey) {
      if (e.key === 'ArrowUp' || e.key === 'ArrowDown') {
        e.preventDefault();
        moveRow(e.key === 'ArrowUp' ? -1 : 1);
      }
      return;
    }
    if (e.target.closest('button') && (e.key === 'Enter' || e.key === ' ')) {
      return;
    }
    const run = SHORTCUTS[e.key];
    if (run) {
      e.preventDefault();
      run();
    }
  });
  body.addEventListener('focusin', (e) => {
    const cell = e.target.closest('[data-col]');
    const key = cell?.closest('tr').dataset.key;
    if (cell && (key !== active.key || Number(cell.dataset.col) !== active.col)) {
      setActive(key, Number(cell.dataset.col));
    }
  });
  body.addEventListener('click', (e) => {
    const cell = e.target.closest('[data-col]');
    if (cell && !e.target.closest('button, .editor')) {
      // The first click on a cell selects it, the second one edits it.
      const secondClick = cell.dataset.clicked === 'yes';
      body.querySelector('[data-clicked]')?.removeAttribute('data-clicked');
      focusCell(cell.closest('tr').dataset.key, Number(cell.dataset.col));
      cell.dataset.clicked = 'yes';
      if (secondClick) {
        edit();
      }
    }
  });
  body.addEventListener('pointerover', (e) => {
    handlers.hovered(model.find(e.target.closest('tr')?.dataset.key));
  });
  body.addEventListener('pointerleave', () => handlers.hovered(undefined));

  model.addEventListener('change', (e) => {
    if (e.detail.what === 'row') {
      renderRow(e.detail.row);
    } else if (e.detail.what === 'all') {
      render();
    }
  });
  render();
  return {
    table,
    add,
    goToIssue,
    render,
    activeRow,
    focusField: (row, field) => focusCell(row.key, Math.max(0, COLUMNS.findIndex((c) => c.field === field))),
    focusFirstIssue: () =>
      model.rows[0] && focusCell(model.nextIssue(undefined, 1)?.key ?? model.rows[0].key, VALUE_COLUMN),
  };
}
