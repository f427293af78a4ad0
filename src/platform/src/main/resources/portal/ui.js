// Shared UI components: toasts, pills, loading and error states, buttons, form fields, forms and dialogs.

import { ApiError } from './api-client.js';
import { h, replaceChildren, uniqueId } from './dom.js';
import { describeStatus, formatDateTime, formatRelativeTime } from './labels.js';

const TOAST_MILLIS = 8000;

const toast = document.getElementById('live');
let toastTimer = 0;

/** Shows a toast, which screen readers announce. */
export function notify(text) {
  clearTimeout(toastTimer);
  toast.textContent = '';
  // Screen readers announce a repeated text only if it was cleared before.
  setTimeout(() => {
    toast.textContent = text;
  }, 30);
  toastTimer = setTimeout(() => {
    toast.textContent = '';
  }, TOAST_MILLIS);
}

export const pill = (tone, label) => h('span', { class: 'pill ' + tone }, label);
export const statusPill = (name) => pill(describeStatus(name).tone, describeStatus(name).label);
export const loadingIndicator = (what) => h('p', { class: 'loading', role: 'status' }, `Loading ${what}…`);

/** Shows how long ago a time was, with the exact time as a tooltip. */
export function relativeTime(iso) {
  return iso ? h('time', { datetime: iso, title: formatDateTime(iso) }, formatRelativeTime(iso)) : '–';
}

export function exactTime(iso) {
  return iso ? h('time', { datetime: iso, title: iso }, formatDateTime(iso)) : '–';
}

/** Shows name and value pairs; falsy entries are omitted. */
export function properties(...entries) {
  return h('dl', { class: 'properties' },
    entries.filter(Boolean).map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))));
}

export function emptyState(title, text, ...actions) {
  return h('div', { class: 'empty-state' }, h('h2', {}, title), h('p', { class: 'muted' }, text), actions);
}

/** Shows an error, with a button if it can be retried. */
export function errorBox(error, retry) {
  return h('div', { class: 'note error stack tight', role: 'alert' },
    h('p', {}, errorText(error)),
    retry && h('div', {}, h('button', { type: 'button', onclick: retry }, 'Try again')));
}

/** Returns the message of an error. Logs errors that are not from the API. */
export function errorText(error) {
  if (error instanceof ApiError) {
    return error.message;
  }
  console.error(error);
  return 'An unexpected error occurred. Reload the page.';
}

/**
 * Loads content into a container. Shows a loading indicator meanwhile, and an error with a retry button on failure. If
 * the function is called again for the same container, only the result of the last call is shown.
 */
export function loadInto(container, what, load) {
  const current = {};
  container.currentLoad = current;
  container.setAttribute('aria-busy', 'true');
  replaceChildren(container, loadingIndicator(what));
  return load().then(
    (content) => {
      if (container.currentLoad === current) {
        replaceChildren(container, content);
        container.removeAttribute('aria-busy');
      }
    },
    (error) => {
      if (container.currentLoad === current) {
        replaceChildren(container, errorBox(error, () => loadInto(container, what, load)));
        container.removeAttribute('aria-busy');
      }
    });
}

/** Creates a button that ignores clicks while its handler is running, and shows errors as a toast. */
export function actionButton(label, run, props = {}) {
  const button = h('button', { type: 'button', ...props }, label);
  button.addEventListener('click', async () => {
    if (button.getAttribute('aria-disabled') === 'true') {
      return;
    }
    button.setAttribute('aria-disabled', 'true');
    try {
      await run(button);
    } catch (error) {
      notify(errorText(error));
    } finally {
      button.removeAttribute('aria-disabled');
    }
  });
  return button;
}

/** Creates a button that copies a text to the clipboard. */
export function copyButton(text, what) {
  return actionButton('Copy', async () => {
    try {
      await navigator.clipboard.writeText(text());
      notify(`${what} copied.`);
    } catch {
      notify('Could not copy. Select the text and copy it manually.');
    }
  }, { class: 'compact', 'aria-label': `Copy ${what.toLowerCase()}` });
}

/** Creates a form field: a control with its label, an optional hint and a hidden error message. */
export function field(name, label, control, hint) {
  const id = uniqueId('f');
  const error = h('p', { class: 'field-error', id: id + 'e', hidden: true });
  control.id = id;
  control.name = name;
  control.setAttribute('aria-describedby', `${hint ? id + 'h ' : ''}${id}e`);
  return h('div', { class: 'field', 'data-field': name },
    h('label', { for: id }, label),
    hint && h('p', { class: 'hint', id: id + 'h' }, hint),
    control,
    error);
}

export function checkbox(name, label, checked, hint) {
  const input = h('input', { type: 'checkbox', name, checked });
  return h('label', { class: 'checkbox' }, input,
    h('span', {}, label, hint && h('span', { class: 'muted small' }, h('br'), hint)));
}

export function select(options, selected) {
  return h('select', {}, options.map(([value, label]) =>
    h('option', { value, selected: value === selected }, label)));
}

function clearFieldErrors(formElement) {
  for (const error of formElement.querySelectorAll('.field-error')) {
    error.hidden = true;
    error.textContent = '';
  }
  for (const control of formElement.querySelectorAll('[aria-invalid]')) {
    control.removeAttribute('aria-invalid');
  }
}

/** Shows field errors at their fields and focuses the first one. Other errors go to the message of the form. */
function showErrors(formElement, message, error) {
  let first = null;
  const unknown = [];
  for (const [name, text] of error.fieldErrors ?? []) {
    const node = formElement.querySelector(`[data-field="${CSS.escape(name.split('.')[0])}"]`);
    if (node === null) {
      unknown.push(`${name}: ${text}`);
      continue;
    }
    const fieldError = node.querySelector('.field-error');
    fieldError.textContent = text;
    fieldError.hidden = false;
    const control = node.querySelector('input, select, textarea');
    control?.setAttribute('aria-invalid', 'true');
    first ??= control;
  }
  if (first === null || unknown.length > 0) {
    message.textContent = unknown.length > 0 ? unknown.join('. ') : errorText(error);
    message.hidden = false;
  }
  (first ?? message).focus();
}

/** Creates a form that calls `submit(values, form)`. Errors that it throws are shown in the form. */
export function form(label, content, submit, extraButtons = []) {
  const message = h('p', { class: 'note error', role: 'alert', tabindex: '-1', hidden: true });
  const button = h('button', { class: 'primary', type: 'submit' }, label);
  const f = h('form', { class: 'stack', novalidate: true }, content, message,
    h('div', { class: 'buttons' }, button, extraButtons));
  f.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.getAttribute('aria-disabled') === 'true') {
      return;
    }
    clearFieldErrors(f);
    message.hidden = true;
    button.setAttribute('aria-disabled', 'true');
    const originalLabel = button.textContent;
    button.textContent = 'Please wait…';
    try {
      await submit(new FormData(f), f);
    } catch (error) {
      showErrors(f, message, error);
    } finally {
      button.textContent = originalLabel;
      button.removeAttribute('aria-disabled');
    }
  });
  return f;
}

/**
 * Opens a modal dialog. When it closes, the focus returns to the element that had it before, or to the heading of the
 * page if that element is gone.
 *
 * @param createContent receives a function that closes the dialog, and returns the content
 */
export function openDialog(title, createContent) {
  const previousFocus = document.activeElement;
  const id = uniqueId('d');
  const dialog = h('dialog', { 'aria-labelledby': id });
  const close = () => dialog.close();
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (previousFocus?.isConnected) {
      previousFocus.focus();
    } else {
      document.querySelector('main h1')?.focus();
    }
  });
  dialog.append(h('div', { class: 'stack' }, h('h2', { id, tabindex: '-1' }, title), createContent(close)));
  document.body.append(dialog);
  dialog.showModal();
  (dialog.querySelector('[data-first]') ?? dialog.querySelector('input, select, textarea, button'))?.focus();
  return dialog;
}

export function cancelButton(close, label = 'Cancel', props = {}) {
  return h('button', { type: 'button', onclick: close, ...props }, label);
}

/** Asks for confirmation in a dialog, with the focus on "Cancel". */
export function confirmDialog(title, text, label, run) {
  openDialog(title, (close) => [
    h('p', {}, text),
    form(label, [], async () => {
      await run();
      close();
    }, [cancelButton(close, 'Cancel', { 'data-first': true })]),
  ]);
}

/** Converts the value of a datetime-local field to an ISO timestamp, or undefined if it is empty. */
export function toIsoTimestamp(text) {
  return text ? new Date(text).toISOString() : undefined;
}

/** Converts a date to the value of a datetime-local field. */
export function toLocalInput(date) {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
