// The page as it was sent, with a box round everything that was read from it.

import { BASE } from './api.js';
import { doubtful } from './doubts.js';
import { h, s, show } from './dom.js';

const ZOOMS = [1, 1.25, 1.5, 2, 2.5, 3, 4];
const PHONE = window.matchMedia('(max-width: 60rem)');
const FIELDS = ['test_name', 'value', 'units', 'range', 'flag', 'interpretation'];

/** Where a field of a row stands; the flag has its place under another name. */
function place(row, field) {
  return row.evidence[field === 'interpretation' ? 'flag' : field];
}

function around(boxes) {
  return [Math.min(...boxes.map((b) => b[0])), Math.min(...boxes.map((b) => b[1])),
    Math.max(...boxes.map((b) => b[2])), Math.max(...boxes.map((b) => b[3]))];
}

/** The box of a whole row on a page. */
function rowBox(row, page) {
  const boxes = FIELDS.map((f) => row.evidence[f]).filter((e) => e?.page === page && e.box).map((e) => e.box);
  return boxes.length > 0 ? around(boxes) : undefined;
}

function rect(box, cls, pad, props = {}) {
  return s('rect', { class: cls, x: box[0] - pad, y: box[1] - pad, width: box[2] - box[0] + 2 * pad,
    height: box[3] - box[1] + 2 * pad, rx: 2, 'vector-effect': 'non-scaling-stroke', ...props });
}

/**
 * @param pick gets the row and the field of a box that somebody clicked
 */
export function paper(model, pick) {
  let page = 1;
  let zoom = 1;
  let shown = { row: undefined, field: undefined, hover: undefined, about: undefined };
  const image = h('img', { alt: '', draggable: 'false' });
  const boxes = s('svg', { 'aria-hidden': 'true', focusable: 'false', preserveAspectRatio: 'none' });
  const sheet = h('div', { class: 'sheet' }, image, boxes);
  const away = h('p', { class: 'note wait', hidden: true }, 'The picture of this page cannot be had right now. ');
  const view = h('div', { class: 'view', tabindex: '0', role: 'region', 'aria-label': 'Page as it was sent' }, sheet);
  const number = h('span', { class: 'pages' });
  const button = (label, sign, act) => h('button', { type: 'button', class: 'slim icon', 'aria-label': label, title: label,
    onclick: act }, sign);
  const previous = button('Previous page', '‹', () => turn(-1));
  const next = button('Next page', '›', () => turn(1));
  const percent = h('button', { type: 'button', class: 'slim', 'aria-label': 'Fit the width', title: 'Fit the width',
    onclick: () => zoomed(0) });
  const node = h('section', { class: 'paper', 'aria-label': 'The report as it was sent' },
    h('div', { class: 'tools' },
      h('div', { class: 'buttons' }, previous, number, next),
      h('div', { class: 'buttons' }, button('Smaller', '−', () => zoomed(-1)), percent, button('Larger', '+', () => zoomed(1)))),
    away, view);

  image.addEventListener('error', () => {
    away.hidden = false;
    show(away, 'The picture of this page cannot be had right now. ',
      h('button', { type: 'button', class: 'link', onclick: load }, 'Try again'));
    sheet.removeAttribute('aria-busy');
  });
  image.addEventListener('load', () => {
    away.hidden = true;
    sheet.removeAttribute('aria-busy');
    look();
  });

  const size = () => model.sheets.find((p) => p.number === page) ?? { number: page, width: 612, height: 792 };

  function load() {
    sheet.setAttribute('aria-busy', 'true');
    image.src = `${BASE}/page/${page}`;
  }

  function layout() {
    const { width, height } = size();
    sheet.style.aspectRatio = `${width} / ${height}`;
    sheet.style.width = `${zoom * 100}%`;
    boxes.setAttribute('viewBox', `0 0 ${width} ${height}`);
    image.alt = `Page ${page} of the report as it was sent`;
    number.textContent = `Page ${page} of ${model.sheets.length}`;
    percent.textContent = `${Math.round(zoom * 100)} %`;
    previous.disabled = page <= 1;
    next.disabled = page >= model.sheets.length;
  }

  function draw() {
    const { row, field, hover, about } = shown;
    show(boxes,
      model.rows.map((r) => {
        const box = rowBox(r, page);
        return box && rect(box, `row${doubtful(r) ? ' doubtful' : ''}${r === row ? ' current' : ''}${r === hover ? ' hover' : ''}`,
          3, { 'data-key': r.key });
      }),
      row && FIELDS.map((f) => {
        const e = row.evidence[f];
        return e?.page === page && e.box && rect(e.box, 'part', 1.5, { 'data-key': row.key, 'data-field': f });
      }),
      [row && place(row, field), about].filter((e) => e?.page === page && e.box).map((e) => rect(e.box, 'field', 1.5)));
  }

  /** Brings what has the focus into view; on a phone as large as it fits. */
  function look() {
    const target = shown.about?.page === page ? shown.about.box : shown.row && rowBox(shown.row, page);
    if (!target) {
      return;
    }
    const { width } = size();
    if (PHONE.matches && zoom !== fitting(target, width)) {
      zoom = fitting(target, width);
      layout();
    }
    const scale = sheet.clientWidth / width;
    const focus = (shown.row && place(shown.row, shown.field)?.page === page && place(shown.row, shown.field).box) || target;
    const middle = sheet.clientWidth > view.clientWidth + 1
      && (target[2] - target[0]) * scale > view.clientWidth ? focus : target;
    view.scrollTo({
      left: ((middle[0] + middle[2]) / 2) * scale - view.clientWidth / 2,
      top: ((target[1] + target[3]) / 2) * scale - view.clientHeight / 2,
    });
  }

  const fitting = (box, width) => Math.max(1, Math.min(2.5, Math.floor((width / (box[2] - box[0] + 12)) * 20) / 20));

  function go(to) {
    if (to !== page && to >= 1 && to <= model.sheets.length) {
      page = to;
      load();
      layout();
      view.scrollTo({ top: 0 });
    }
  }

  function turn(by) {
    go(page + by);
    draw();
  }

  function zoomed(step) {
    const i = ZOOMS.findIndex((z) => z >= zoom - 0.01);
    zoom = step === 0 ? 1 : ZOOMS[Math.max(0, Math.min(ZOOMS.length - 1, i + step))];
    layout();
    look();
  }

  boxes.addEventListener('click', (e) => {
    const key = e.target.dataset?.key;
    if (key) {
      pick(model.find(key), e.target.dataset.field ?? 'value');
    }
  });
  boxes.addEventListener('pointerover', (e) => hover(model.find(e.target.dataset?.key)));
  view.addEventListener('keydown', (e) => {
    const act = { '+': () => zoomed(1), '-': () => zoomed(-1), 0: () => zoomed(0), '[': () => turn(-1), ']': () => turn(1) }[e.key];
    if (act && !e.ctrlKey && !e.metaKey) {
      e.preventDefault();
      act();
    }
  });
  model.addEventListener('change', () => draw());
  window.addEventListener('resize', () => look());

  function hover(row) {
    if (row !== shown.hover) {
      shown = { ...shown, hover: row };
      boxes.querySelectorAll('.hover').forEach((b) => b.classList.remove('hover'));
      row && boxes.querySelector(`.row[data-key="${row.key}"]`)?.classList.add('hover');
      document.querySelectorAll('tr.hover').forEach((b) => b.classList.remove('hover'));
      row && document.querySelector(`tr[data-key="${row.key}"]`)?.classList.add('hover');
    }
  }

  load();
  layout();
  draw();
  return {
    node,
    turn,
    zoom: zoomed,
    hover,
    /** Shows where a field of a row stands. */
    look(row, field) {
      shown = { ...shown, row, field, about: undefined };
      const e = row && (place(row, field) ?? FIELDS.map((f) => row.evidence[f]).find((p) => p?.page));
      if (e?.page) {
        go(e.page);
      }
      draw();
      look();
    },
    /** Shows where something about the patient or the report stands. */
    about(e) {
      shown = { ...shown, row: undefined, about: e };
      if (e?.page) {
        go(e.page);
      }
      draw();
      look();
    },
  };
}
