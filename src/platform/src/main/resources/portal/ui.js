// What views are built from: states of loading, news, dialogs, forms.

import { Failure } from './calls.js';
import { freshId, h, show } from './dom.js';
import { ago, state, when } from './words.js';

const live = document.getElementById('live');
let clearing = 0;

/** Tells news to everybody, screen readers included. */
export function say(text) {
  clearTimeout(clearing);
  live.textContent = '';
  // A text that is set anew is read out even when it is the same.
  setTimeout(() => {
    live.textContent = text;
  }, 30);
  clearing = setTimeout(() => {
    live.textContent = '';
  }, 8000);
}

export const pill = (tone, label) => h('span', { class: 'pill ' + tone }, label);
export const statePill = (name) => pill(state(name).tone, state(name).label);
export const loading = (what) => h('p', { class: 'loading', role: 'status' }, `Loading ${what} …`);
export const code = (text) => h('code', {}, text);

export function time(iso) {
  return iso ? h('time', { datetime: iso, title: when(iso) }, ago(iso)) : '–';
}

export function exactTime(iso) {
  return iso ? h('time', { datetime: iso, title: iso }, when(iso)) : '–';
}

export function pairs(...entries) {
  return h('dl', { class: 'pairs' },
    entries.filter(Boolean).map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))));
}

export function empty(title, text, ...actions) {
  return h('div', { class: 'empty' }, h('h2', {}, title), h('p', { class: 'quiet' }, text), actions);
}

/** A failure with a way to go on. */
export function trouble(failure, again) {
  return h('div', { class: 'note bad stack tight', role: 'alert' },
    h('p', {}, words(failure)),
    again && h('div', {}, h('button', { type: 'button', onclick: again }, 'Try again')));
}

export function words(failure) {
  if (failure instanceof Failure) {
    return failure.message;
  }
  console.error(failure);
  return 'This page has a fault. Load it again.';
}

/**
 * Fills a place with what a promise brings; until then with a sign of loading, with the trouble if it
 * fails. What a later call brings wins.
 */
export function fillIn(place, what, make) {
  const turn = {};
  place.turn = turn;
  place.setAttribute('aria-busy', 'true');
  show(place, loading(what));
  return make().then(
    (content) => {
      if (place.turn === turn) {
        show(place, content);
        place.removeAttribute('aria-busy');
      }
    },
    (failure) => {
      if (place.turn === turn) {
        show(place, trouble(failure, () => fillIn(place, what, make)));
        place.removeAttribute('aria-busy');
      }
    });
}

/** A button whose work may take a while: busy meanwhile, and the trouble is told. */
export function action(label, work, props = {}) {
  const button = h('button', { type: 'button', ...props }, label);
  button.addEventListener('click', async () => {
    if (button.getAttribute('aria-disabled') === 'true') {
      return;
    }
    button.setAttribute('aria-disabled', 'true');
    try {
      await work(button);
    } catch (failure) {
      say(words(failure));
    } finally {
      button.removeAttribute('aria-disabled');
    }
  });
  return button;
}

/** Copies a text; without leave to do so it can still be selected by hand. */
export function copyButton(text, what) {
  return action('Copy', async () => {
    try {
      await navigator.clipboard.writeText(text());
      say(`${what} copied.`);
    } catch {
      say('The browser did not allow it. Select the text and copy it by hand.');
    }
  }, { class: 'slim', 'aria-label': `Copy ${what.toLowerCase()}` });
}

/**
 * A labelled control.
 *
 * @param make gets the attributes that tie label, hint and fault to the control
 */
export function field(name, label, control, hint) {
  const id = freshId('f');
  const wrong = h('p', { class: 'wrong', id: id + 'w', hidden: true });
  control.id = id;
  control.name = name;
  control.setAttribute('aria-describedby', `${hint ? id + 'h ' : ''}${id}w`);
  return h('div', { class: 'field', 'data-field': name },
    h('label', { for: id }, label),
    hint && h('p', { class: 'hint', id: id + 'h' }, hint),
    control,
    wrong);
}

export function tick(name, label, checked, hint) {
  const box = h('input', { type: 'checkbox', name, checked });
  return h('label', { class: 'tick' }, box,
    h('span', {}, label, hint && h('span', { class: 'quiet small' }, h('br'), hint)));
}

export function choice(options, chosen) {
  return h('select', {}, options.map(([value, label]) =>
    h('option', { value, selected: value === chosen }, label)));
}

function clearFaults(form) {
  for (const wrong of form.querySelectorAll('.wrong')) {
    wrong.hidden = true;
    wrong.textContent = '';
  }
  for (const control of form.querySelectorAll('[aria-invalid]')) {
    control.removeAttribute('aria-invalid');
  }
}

/** Puts faults to their fields; the first one gets the focus. Others go into the form's own note. */
function showFaults(form, note, failure) {
  let first = null;
  const rest = [];
  for (const [name, text] of failure.faults ?? []) {
    const place = form.querySelector(`[data-field="${CSS.escape(name.split('.')[0])}"]`);
    if (place === null) {
      rest.push(`${name}: ${text}`);
      continue;
    }
    const wrong = place.querySelector('.wrong');
    wrong.textContent = text;
    wrong.hidden = false;
    const control = place.querySelector('input, select, textarea');
    control?.setAttribute('aria-invalid', 'true');
    first ??= control;
  }
  if (first === null || rest.length > 0) {
    note.textContent = rest.length > 0 ? rest.join('. ') : words(failure);
    note.hidden = false;
  }
  (first ?? note).focus();
}

/**
 * A form that sends with `submit(values, form)`; what it throws is shown at the fields.
 */
export function form(label, content, submit, extra = []) {
  const note = h('p', { class: 'note bad', role: 'alert', tabindex: '-1', hidden: true });
  const send = h('button', { class: 'main', type: 'submit' }, label);
  const f = h('form', { class: 'stack', novalidate: true }, content, note, h('div', { class: 'buttons' }, send, extra));
  f.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (send.getAttribute('aria-disabled') === 'true') {
      return;
    }
    clearFaults(f);
    note.hidden = true;
    send.setAttribute('aria-disabled', 'true');
    const was = send.textContent;
    send.textContent = 'One moment …';
    try {
      await submit(new FormData(f), f);
    } catch (failure) {
      showFaults(f, note, failure);
    } finally {
      send.textContent = was;
      send.removeAttribute('aria-disabled');
    }
  });
  return f;
}

/**
 * Opens a dialog; Escape and the button close it, and the focus goes back to where it was, or to the
 * page's heading when that is gone.
 *
 * @param make gets a function that closes the dialog, and gives its content
 */
export function dialog(title, make) {
  const before = document.activeElement;
  const id = freshId('d');
  const box = h('dialog', { 'aria-labelledby': id });
  const close = () => box.close();
  box.addEventListener('close', () => {
    box.remove();
    if (before?.isConnected) {
      before.focus();
    } else {
      document.querySelector('main h1')?.focus();
    }
  });
  box.append(h('div', { class: 'stack' }, h('h2', { id, tabindex: '-1' }, title), make(close)));
  document.body.append(box);
  box.showModal();
  (box.querySelector('[data-first]') ?? box.querySelector('input, select, textarea, button'))?.focus();
  return box;
}

export function cancelButton(close, label = 'Cancel', props = {}) {
  return h('button', { type: 'button', onclick: close, ...props }, label);
}

/** Asks before something that cannot be undone. */
export function ask(title, text, label, work) {
  dialog(title, (close) => [
    h('p', {}, text),
    form(label, [], async () => {
      await work();
      close();
    }, [cancelButton(close, 'Cancel', { 'data-first': true })]),
  ]);
}

/** Local date and time of a field as an instant; empty = undefined. */
export function instant(text) {
  return text ? new Date(text).toISOString() : undefined;
}

/** An instant as such a field wants it. */
export function local(date) {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
