// The page: the paper beside the table, and what can be done with the report as a whole.

import { BASE, clock, letGo, post } from './api.js';
import { freshId, h, show } from './dom.js';
import { grid } from './grid.js';
import { hold } from './hold.js';
import { loincDialog } from './loinc.js';
import { metadata } from './metadata.js';
import { Model } from './model.js';
import { paper } from './paper.js';
import { rowDialog } from './row.js';
import { action, cancelButton, dialog, form, pill, say, words } from './ui.js';
import { plural } from './words.js';

const KEYS = [
  ['↑ ↓ ← →', 'Move in the table'],
  ['Enter', 'Edit; Enter again keeps, Escape undoes'],
  ['Tab', 'While editing: keep, and go on to the next field'],
  ['n, p', 'Next, previous result that needs a look'],
  ['v', 'It looks right: doubt is settled'],
  ['l', 'Choose the LOINC code'],
  ['d', 'All fields of the result'],
  ['a', 'Add a result below'],
  ['x or Delete', 'Delete the result'],
  ['Alt + ↑ ↓', 'Move the result up or down'],
  ['u or Ctrl + Z', 'Undo the last change'],
  ['+ − 0', 'Zoom the page'],
  ['[ ]', 'Previous, next page'],
  ['Ctrl + S', 'Save'],
  ['Ctrl + Enter', 'Approve'],
  ['Ctrl + Delete', 'Reject'],
  ['?', 'This help'],
];

const REASONS = [
  ['invalid_input', 'This is not a lab report with results'],
  ['low_quality', 'It cannot be read well enough'],
];

export function reportView(top, main, session, job, closed) {
  const model = new Model(job);
  const held = hold(model, session);
  const state = h('span', { class: 'quiet small state', role: 'status' });
  const counts = h('p', { class: 'counts' });
  let over = false;

  const sheets = paper(model, (row, field) => table.go(row, field));
  const table = grid(model, {
    look: (row, field) => sheets.look(row, field),
    hover: (row) => sheets.hover(row),
    codes: (row) => loincDialog(model, row, back),
    details,
    help,
    say,
    undo,
    zoom: (step) => sheets.zoom(step),
    turn: (by) => sheets.turn(by),
    refused: () => say('You can look, not change: the report is not in your hands.'),
  });

  function back(text) {
    say(text);
    const row = table.current();
    if (row) {
      table.go(row, 'loinc');
    }
  }

  function details(row) {
    rowDialog(model, row, {
      codes: (r) => loincDialog(model, model.find(r.key), back),
      done: (r) => table.go(r, 'value'),
      removed: (r) => say(`${r.test_name || 'Row'} deleted. Press u to undo.`),
    });
  }

  function undo() {
    say(model.undo() ? 'Undone.' : 'Nothing to undo.');
  }

  function help() {
    dialog('Keys', (close) => [
      h('p', { class: 'quiet small' }, 'Single letters work in the table.'),
      h('dl', { class: 'keys' }, KEYS.map(([key, what]) => h('div', {}, h('dt', {}, h('kbd', {}, key)), h('dd', {}, what)))),
      h('div', { class: 'buttons' }, cancelButton(close, 'Close')),
    ]);
  }

  function told() {
    const { all, doubtful, codes } = model.counts();
    show(counts, plural(all, 'result'), ' ',
      doubtful > 0 ? pill('wait', `⚠ ${doubtful} doubtful`) : pill('good', 'none doubtful'), ' ',
      codes > 0 && pill('off', `${plural(codes, 'code')} to choose`));
    state.textContent = model.dirty ? 'Changes not saved' : model.saved ? `Saved ${clock(model.saved)}` : '';
    document.title = `${model.dirty ? '• ' : ''}Lab report review`;
    for (const button of document.querySelectorAll('.changes')) {
      button.toggleAttribute('disabled', model.readonly);
    }
  }

  /** Saves; whether it is saved. */
  async function save(quiet) {
    const nameless = model.rows.find((r) => r.test_name.trim() === '' || r.value.trim() === '');
    if (nameless) {
      table.go(nameless, nameless.test_name.trim() === '' ? 'test_name' : 'value');
      say('A result needs a name and a value. Fill them in, or delete the row with x.');
      return false;
    }
    if (model.rows.length === 0) {
      say('A report without results cannot be saved. Add one, or reject the report.');
      return false;
    }
    try {
      await model.save();
      model.saved = new Date().toISOString();
      held.saved(model.job);
      told();
      if (!quiet) {
        say('Saved.');
      }
      return true;
    } catch (failure) {
      if (failure.status === 409) {
        held.lost(failure.message);
        return false;
      }
      if (failure.status === 422) {
        wrong(failure);
        return false;
      }
      throw failure;
    }
  }

  /** Goes to the first row that the service did not like. */
  function wrong(failure) {
    const [path, text] = [...failure.faults][0];
    const row = model.rows[Number(/results\.(\d+)/.exec(path)?.[1] ?? NaN)];
    if (row) {
      table.go(row, path.split('.').pop());
    }
    say(`${path.split('.').pop().replaceAll('_', ' ')}: ${text}`);
  }

  function approve() {
    if (model.readonly) {
      say('You can look, not change: the report is not in your hands.');
      return;
    }
    const { all, doubtful, codes } = model.counts();
    dialog('Approve this report?', (close) => [
      h('p', {}, `${plural(all, 'result')} will be sent out. This cannot be undone.`),
      doubtful > 0 && h('p', { class: 'note wait' }, `⚠ ${plural(doubtful, 'result')} still in doubt.`),
      codes > 0 && h('p', { class: 'quiet' }, `${plural(codes, 'result')} keep several codes to choose from.`),
      form(doubtful > 0 ? 'Approve all the same' : 'Approve', [], async () => {
        if (model.dirty && !(await save(true))) {
          close();
          return;
        }
        const done = await post('/approve');
        close();
        end('Approved', `${plural(all, 'result')} sent out as approved by ${done.reviewed_by}. You may close this page.`);
      }, [
        doubtful > 0 && h('button', { type: 'button', 'data-first': true, onclick: () => {
          close();
          table.toOpen(1);
        } }, 'Look at them first'),
        cancelButton(close),
      ]),
    ]).querySelector(doubtful > 0 ? '[data-first]' : 'button.main').focus();
  }

  function reject() {
    if (model.readonly) {
      say('You can look, not change: the report is not in your hands.');
      return;
    }
    dialog('Reject this report?', (close) => [
      h('p', {}, 'Nothing of it is sent out; whoever sent it is told why. This cannot be undone.'),
      form('Reject', h('fieldset', { class: 'stack tight' }, h('legend', {}, 'Why'),
        REASONS.map(([value, label], i) => h('label', { class: 'tick' },
          h('input', { type: 'radio', name: 'reason', value, checked: i === 0 }), h('span', {}, label)))),
      async (values) => {
        await post('/reject', { reason: values.get('reason') });
        close();
        end('Rejected', 'Whoever sent the report is told. You may close this page.');
      }, [cancelButton(close)]),
    ]);
  }

  function end(title, text) {
    over = true;
    model.dirty = false;
    closed(title, text);
  }

  const id = freshId('results');
  document.body.classList.add('reviewing');
  show(top, h('div', { class: 'bar' },
    h('span', { class: 'brand' }, h('img', { src: '/review/files/icon.svg', alt: '' }), h('h1', { tabindex: '-1' }, 'Lab report review')),
    h('div', { class: 'who' }, h('span', { class: 'name' }, `${job.team_name} · ${session.reviewer}`), held.chip, state),
    h('div', { class: 'buttons acts' },
      h('button', { type: 'button', class: 'slim', onclick: help }, 'Keys'),
      h('button', { type: 'button', class: 'danger changes', onclick: reject }, 'Reject'),
      action('Save', () => save(false), { class: 'changes' }),
      h('button', { type: 'button', class: 'main changes', onclick: approve }, 'Approve'))));
  show(main,
    held.banner,
    h('div', { class: 'desk' },
      sheets.node,
      h('div', { class: 'stack work' },
        metadata(model, (place) => sheets.about(place)),
        h('section', { class: 'card stack tight', 'aria-labelledby': id },
          h('div', { class: 'head' },
            h('div', { class: 'line' }, h('h2', { id }, 'Results'), counts),
            h('div', { class: 'buttons' },
              h('button', { type: 'button', class: 'slim', onclick: () => table.toOpen(1) }, 'Next to look at'),
              h('button', { type: 'button', class: 'slim changes', onclick: () => !model.readonly && table.add() }, 'Add result'))),
          table.table),
        h('p', { class: 'files small' }, Array.from({ length: job.file_count }, (_, i) =>
          h('a', { href: `${BASE}/file/${i}`, download: true }, job.file_count > 1 ? `Download file ${i + 1}` : 'Download the file'))))));

  model.addEventListener('change', (e) => {
    told();
    if (e.detail.what === 'hold') {
      table.draw();
    }
  });
  model.addEventListener('trouble', (e) => say(words(e.detail)));

  const keys = (e) => {
    if (over || document.querySelector('dialog[open]') || !(e.ctrlKey || e.metaKey)) {
      return;
    }
    const act = { s: () => save(false).catch((f) => say(words(f))), Enter: approve, Delete: reject,
      z: document.activeElement?.matches('input, select, textarea') ? undefined : undo }[e.key];
    if (act) {
      e.preventDefault();
      document.activeElement?.matches('input, select') && document.activeElement.blur();
      act();
    }
  };
  const guard = (e) => {
    if (model.dirty && !over) {
      e.preventDefault();
    }
  };
  const leaving = () => !over && !model.readonly && letGo();
  document.addEventListener('keydown', keys);
  window.addEventListener('beforeunload', guard);
  window.addEventListener('pagehide', leaving);

  told();
  return {
    ready: held.take().then(() => {
      told();
      table.start();
    }),
    end() {
      over = true;
      held.end();
      document.removeEventListener('keydown', keys);
      window.removeEventListener('beforeunload', guard);
      window.removeEventListener('pagehide', leaving);
    },
  };
}
