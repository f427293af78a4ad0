// Review of a report: the original page beside the results table, and the actions save, approve and reject.

import { BASE, clockTime, post, releaseReport } from './api.js';
import { h, replaceChildren, uniqueId } from './dom.js';
import { resultsGrid } from './grid.js';
import { plural } from './labels.js';
import { reviewLock } from './lock.js';
import { openLoincDialog } from './loinc.js';
import { metadataForm } from './metadata.js';
import { ReportModel } from './model.js';
import { pageView } from './page-view.js';
import { openResultDialog } from './result-dialog.js';
import { actionButton, cancelButton, errorText, form, notify, openDialog, pill } from './ui.js';

const SHORTCUTS = [
  ['↑ ↓ ← →', 'Move between cells'],
  ['Enter', 'Edit; Enter again applies, Escape cancels'],
  ['Tab', 'While editing: apply and edit the next field'],
  ['n, p', 'Next, previous issue'],
  ['v', 'Mark the result as checked'],
  ['l', 'Choose the LOINC code'],
  ['d', 'Show all fields of the result'],
  ['a', 'Add a result below'],
  ['x or Delete', 'Delete the result'],
  ['Alt + ↑ ↓', 'Move the result up or down'],
  ['u or Ctrl + Z', 'Undo the last change'],
  ['+ − 0', 'Zoom in, zoom out, fit to width'],
  ['[ ]', 'Previous, next page'],
  ['Ctrl + S', 'Save'],
  ['Ctrl + Enter', 'Approve'],
  ['Ctrl + Delete', 'Reject'],
  ['?', 'Show this list'],
];

const REASONS = [
  ['invalid_input', 'Not a lab report with results'],
  ['low_quality', 'Not legible'],
];

const READ_ONLY = 'Read-only: this report is not locked to you.';

/**
 * @param showClosed replaces the page by a message with a title and a text
 */
export function reportView(header, main, session, job, showClosed) {
  const model = new ReportModel(job);
  const lock = reviewLock(model);
  const saveState = h('span', { class: 'muted small save-state', role: 'status' });
  const counts = h('p', { class: 'counts' });
  let closed = false;

  const pages = pageView(model, (row, field) => grid.focusField(row, field));
  const grid = resultsGrid(model, {
    focused: (row, field) => pages.showField(row, field),
    hovered: (row) => pages.highlight(row),
    chooseCode: (row) => openLoincDialog(model, row, returnToGrid),
    showDetails,
    showShortcuts,
    notify,
    undo,
    changeZoom: (step) => pages.changeZoom(step),
    turnPage: (by) => pages.turnPage(by),
    rejectEdit: () => notify(READ_ONLY),
  });

  function returnToGrid(message) {
    notify(message);
    const row = grid.activeRow();
    if (row) {
      grid.focusField(row, 'loinc');
    }
  }

  function showDetails(row) {
    openResultDialog(model, row, {
      chooseCode: (r) => openLoincDialog(model, model.find(r.key), returnToGrid),
      applied: (r) => grid.focusField(r, 'value'),
      removed: (r) => notify(`${r.test_name || 'Result'} deleted. Press u to undo.`),
    });
  }

  function undo() {
    notify(model.undo() ? 'Undone.' : 'Nothing to undo.');
  }

  function showShortcuts() {
    openDialog('Keyboard shortcuts', (close) => [
      h('p', { class: 'muted small' }, 'Single-letter shortcuts work in the results table.'),
      h('dl', { class: 'shortcuts' },
        SHORTCUTS.map(([key, what]) => h('div', {}, h('dt', {}, h('kbd', {}, key)), h('dd', {}, what)))),
      h('div', { class: 'buttons' }, cancelButton(close, 'Close')),
    ]);
  }

  /** Updates the counts, the save state, the title and the buttons that require the lock. */
  function update() {
    const { all, toCheck, toCode } = model.counts();
    replaceChildren(counts, plural(all, 'result'), ' ',
      toCheck > 0 ? pill('warning', `⚠ ${toCheck} to check`) : pill('success', 'All checked'), ' ',
      toCode > 0 && pill('neutral', `${plural(toCode, 'code')} to choose`));
    saveState.textContent = model.dirty ? 'Unsaved changes' : model.savedAt ? `Saved ${clockTime(model.savedAt)}` : '';
    document.title = `${model.dirty ? '• ' : ''}Lab report review`;
    for (const button of document.querySelectorAll('.requires-lock')) {
      button.toggleAttribute('disabled', model.readonly);
    }
  }

  /** Saves the report. Returns whether it is saved. */
  async function save(quiet) {
    const incomplete = model.rows.find((r) => r.test_name.trim() === '' || r.value.trim() === '');
    if (incomplete) {
      grid.focusField(incomplete, incomplete.test_name.trim() === '' ? 'test_name' : 'value');
      notify('A result requires a name and a value. Enter them, or press x to delete the result.');
      return false;
    }
    if (model.rows.length === 0) {
      notify('A report without results cannot be saved. Add a result, or reject the report.');
      return false;
    }
    try {
      await model.save();
      model.savedAt = new Date().toISOString();
      lock.saved(model.job);
      update();
      if (!quiet) {
        notify('Saved.');
      }
      return true;
    } catch (error) {
      if (error.status === 409) {
        lock.lost(error.message);
        return false;
      }
      if (error.status === 422) {
        showInvalidField(error);
        return false;
      }
      throw error;
    }
  }

  /** Moves to the first field that the service rejected, and shows its error. */
  function showInvalidField(error) {
    const [path, text] = [...error.fieldErrors][0];
    const name = path.split('.').pop();
    const row = model.rows[Number(/results\.(\d+)/.exec(path)?.[1] ?? NaN)];
    if (row) {
      grid.focusField(row, name);
    }
    notify(`${name.replaceAll('_', ' ')}: ${text}`);
  }

  function approve() {
    if (model.readonly) {
      notify(READ_ONLY);
      return;
    }
    const { all, toCheck, toCode } = model.counts();
    openDialog('Approve this report?', (close) => [
      h('p', {}, `${plural(all, 'result')} will be released to the client. This cannot be undone.`),
      toCheck > 0 && h('p', { class: 'note warning' }, `⚠ ${plural(toCheck, 'result')} not checked yet.`),
      toCode > 0 && h('p', { class: 'muted' }, `${plural(toCode, 'result')} with several candidate LOINC codes.`),
      form(toCheck > 0 ? 'Approve anyway' : 'Approve', [], async () => {
        if (model.dirty && !(await save(true))) {
          close();
          return;
        }
        const approved = await post('/approve');
        close();
        finish('Approved',
          `${plural(all, 'result')} released. Approved by ${approved.reviewed_by}. You can close this page.`);
      }, [
        toCheck > 0 && h('button', { type: 'button', 'data-first': true, onclick: () => {
          close();
          grid.goToIssue(1);
        } }, 'Go to next issue'),
        cancelButton(close),
      ]),
    ]).querySelector(toCheck > 0 ? '[data-first]' : 'button.primary').focus();
  }

  function reject() {
    if (model.readonly) {
      notify(READ_ONLY);
      return;
    }
    openDialog('Reject this report?', (close) => [
      h('p', {}, 'No results will be released, and the client will be notified of the reason. This cannot be undone.'),
      form('Reject', h('fieldset', { class: 'stack tight' }, h('legend', {}, 'Reason'),
        REASONS.map(([value, label], i) => h('label', { class: 'checkbox' },
          h('input', { type: 'radio', name: 'reason', value, checked: i === 0 }), h('span', {}, label)))),
      async (values) => {
        await post('/reject', { reason: values.get('reason') });
        close();
        finish('Rejected', 'The client has been notified. You can close this page.');
      }, [cancelButton(close)]),
    ]);
  }

  function finish(title, text) {
    closed = true;
    model.dirty = false;
    showClosed(title, text);
  }

  const id = uniqueId('results');
  document.body.classList.add('reviewing');
  replaceChildren(header, h('div', { class: 'bar' },
    h('span', { class: 'brand' }, h('img', { src: '/review/files/icon.svg', alt: '' }),
      h('h1', { tabindex: '-1' }, 'Lab report review')),
    h('div', { class: 'account' }, h('span', { class: 'name' }, `${job.team_name} · ${session.reviewer}`), lock.status,
      saveState),
    h('div', { class: 'buttons review-actions' },
      h('button', { type: 'button', class: 'compact', onclick: showShortcuts }, 'Shortcuts'),
      h('button', { type: 'button', class: 'danger requires-lock', onclick: reject }, 'Reject'),
      actionButton('Save', () => save(false), { class: 'requires-lock' }),
      h('button', { type: 'button', class: 'primary requires-lock', onclick: approve }, 'Approve'))));
  replaceChildren(main,
    lock.banner,
    h('div', { class: 'review-layout' },
      pages.node,
      h('div', { class: 'stack' },
        metadataForm(model, (evidence) => pages.showEvidence(evidence)),
        h('section', { class: 'card stack tight', 'aria-labelledby': id },
          h('div', { class: 'head' },
            h('div', { class: 'inline' }, h('h2', { id }, 'Results'), counts),
            h('div', { class: 'buttons' },
              h('button', { type: 'button', class: 'compact', onclick: () => grid.goToIssue(1) }, 'Next issue'),
              h('button', { type: 'button', class: 'compact requires-lock', onclick: () => !model.readonly && grid.add() },
                'Add result'))),
          grid.table),
        h('p', { class: 'files small' }, Array.from({ length: job.file_count }, (_, i) =>
          h('a', { href: `${BASE}/file/${i}`, download: true },
            job.file_count > 1 ? `Download file ${i + 1}` : 'Download file'))))));

  model.addEventListener('change', (e) => {
    update();
    if (e.detail.what === 'lock') {
      grid.render();
    }
  });
  model.addEventListener('error', (e) => notify(errorText(e.detail)));

  const onKeydown = (e) => {
    if (closed || document.querySelector('dialog[open]') || !(e.ctrlKey || e.metaKey)) {
      return;
    }
    const run = { s: () => save(false).catch((error) => notify(errorText(error))), Enter: approve, Delete: reject,
      z: document.activeElement?.matches('input, select, textarea') ? undefined : undo }[e.key];
    if (run) {
      e.preventDefault();
      document.activeElement?.matches('input, select') && document.activeElement.blur();
      run();
    }
  };
  const onBeforeUnload = (e) => {
    if (model.dirty && !closed) {
      e.preventDefault();
    }
  };
  const onPageHide = () => !closed && !model.readonly && releaseReport();
  document.addEventListener('keydown', onKeydown);
  window.addEventListener('beforeunload', onBeforeUnload);
  window.addEventListener('pagehide', onPageHide);

  update();
  return {
    ready: lock.acquire().then(() => {
      update();
      grid.focusFirstIssue();
    }),
    close() {
      closed = true;
      lock.stop();
      document.removeEventListener('keydown', onKeydown);
      window.removeEventListener('beforeunload', onBeforeUnload);
      window.removeEventListener('pagehide', onPageHide);
    },
  };
}
