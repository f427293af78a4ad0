// Image of a page of the original report, with a box around everything that was recognized on it.

import { BASE } from './api.js';
import { h, replaceChildren, svg } from './dom.js';
import { needsCheck } from './warnings.js';

const ZOOM_LEVELS = [1, 1.25, 1.5, 2, 2.5, 3, 4];
const PHONE = window.matchMedia('(max-width: 60rem)');
const FIELDS = ['test_name', 'value', 'units', 'range', 'flag', 'interpretation'];
const LOAD_ERROR = 'The image of this page could not be loaded. ';

/** Returns the position of a row's field on the page. The interpretation uses that of the printed flag. */
function evidenceOf(row, field) {
  return row.evidence[field === 'interpretation' ? 'flag' : field];
}

function boundingBox(boxes) {
  return [Math.min(...boxes.map((b) => b[0])), Math.min(...boxes.map((b) => b[1])),
    Math.max(...boxes.map((b) => b[2])), Math.max(...boxes.map((b) => b[3]))];
}

/** Returns the box of a whole row on a page, or undefined if it is on another page. */
function rowBox(row, page) {
  const boxes = FIELDS.map((f) => row.evidence[f]).filter((e) => e?.page === page && e.box).map((e) => e.box);
  return boxes.length > 0 ? boundingBox(boxes) : undefined;
}

function rect(box, cls, pad, props = {}) {
  return svg('rect', { class: cls, x: box[0] - pad, y: box[1] - pad, width: box[2] - box[0] + 2 * pad,
    height: box[3] - box[1] + 2 * pad, rx: 2, 'vector-effect': 'non-scaling-stroke', ...props });
}

/**
 * @param onSelect receives the row and the field of a clicked box
 */
export function pageView(model, onSelect) {
  let page = 1;
  let zoom = 1;
  let selection = { row: undefined, field: undefined, hovered: undefined, evidence: undefined };
  const image = h('img', { alt: '', draggable: 'false' });
  const boxes = svg('svg', { 'aria-hidden': 'true', focusable: 'false', preserveAspectRatio: 'none' });
  const pageImage = h('div', { class: 'page-image' }, image, boxes);
  const loadError = h('p', { class: 'note warning', hidden: true }, LOAD_ERROR);
  const viewport = h('div', { class: 'viewport', tabindex: '0', role: 'region', 'aria-label': 'Original page' }, pageImage);
  const pageNumber = h('span', { class: 'page-number' });
  const button = (label, text, onclick) => h('button', { type: 'button', class: 'compact icon', 'aria-label': label,
    title: label, onclick }, text);
  const previous = button('Previous page', '‹', () => turnPage(-1));
  const next = button('Next page', '›', () => turnPage(1));
  const zoomButton = h('button', { type: 'button', class: 'compact', 'aria-label': 'Fit to width', title: 'Fit to width',
    onclick: () => changeZoom(0) });
  const node = h('section', { class: 'page-view', 'aria-label': 'Original report' },
    h('div', { class: 'toolbar' },
      h('div', { class: 'buttons' }, previous, pageNumber, next),
      h('div', { class: 'buttons' },
        button('Zoom out', '−', () => changeZoom(-1)), zoomButton, button('Zoom in', '+', () => changeZoom(1)))),
    loadError, viewport);

  image.addEventListener('error', () => {
    loadError.hidden = false;
    replaceChildren(loadError, LOAD_ERROR, h('button', { type: 'button', class: 'link', onclick: loadImage }, 'Try again'));
    pageImage.removeAttribute('aria-busy');
  });
  image.addEventListener('load', () => {
    loadError.hidden = true;
    pageImage.removeAttribute('aria-busy');
    scrollToSelection();
  });

  const pageSize = () => model.pages.find((p) => p.number === page) ?? { number: page, width: 612, height: 792 };

  function loadImage() {
    pageImage.setAttribute('aria-busy', 'true');
    image.src = `${BASE}/page/${page}`;
  }

  function layout() {
    const { width, height } = pageSize();
    pageImage.style.aspectRatio = `${width} / ${height}`;
    pageImage.style.width = `${zoom * 100}%`;
    boxes.setAttribute('viewBox', `0 0 ${width} ${height}`);
    image.alt = `Page ${page} of the original report`;
    pageNumber.textContent = `Page ${page} of ${model.pages.length}`;
    zoomButton.textContent = `${Math.round(zoom * 100)}%`;
    previous.disabled = page <= 1;
    next.disabled = page >= model.pages.length;
  }

  function renderBoxes() {
    const { row, field, hovered, evidence } = selection;
    replaceChildren(boxes,
      model.rows.map((r) => {
        const box = rowBox(r, page);
        const classes = ['row', needsCheck(r) && 'needs-check', r === row && 'current', r === hovered && 'hover'];
        return box && rect(box, classes.filter(Boolean).join(' '), 3, { 'data-key': r.key });
      }),
      row && FIELDS.map((f) => {
        const e = row.evidence[f];
        return e?.page === page && e.box && rect(e.box, 'cell', 1.5, { 'data-key': row.key, 'data-field': f });
      }),
      [row && evidenceOf(row, field), evidence].filter((e) => e?.page === page && e.box)
        .map((e) => rect(e.box, 'focused', 1.5)));
  }

  /** Scrolls to the selection. On a phone it also zooms in until the selection fills the width. */
  function scrollToSelection() {
    const target = selection.evidence?.page === page ? selection.evidence.box : selection.row && rowBox(selection.row, page);
    if (!target) {
      return;
    }
    const { width } = pageSize();
    if (PHONE.matches && zoom !== fittingZoom(target, width)) {
      zoom = fittingZoom(target, width);
      layout();
    }
    const scale = pageImage.clientWidth / width;
    const fieldEvidence = selection.row && evidenceOf(selection.row, selection.field);
    const fieldBox = (fieldEvidence?.page === page && fieldEvidence.box) || target;
    // A row that is wider than the viewport is centered on the selected field.
    const center = pageImage.clientWidth > viewport.clientWidth + 1
      && (target[2] - target[0]) * scale > viewport.clientWidth ? fieldBox : target;
    viewport.scrollTo({
      left: ((center[0] + center[2]) / 2) * scale - viewport.clientWidth / 2,
      top: ((target[1] + target[3]) / 2) * scale - viewport.clientHeight / 2,
    });
  }

  const fittingZoom = (box, width) =>
    Math.max(1, Math.min(2.5, Math.floor((width / (box[2] - box[0] + 12)) * 20) / 20));

  function showPage(number) {
    if (number !== page && number >= 1 && number <= model.pages.length) {
      page = number;
      loadImage();
      layout();
      viewport.scrollTo({ top: 0 });
    }
  }

  function turnPage(by) {
    showPage(page + by);
    renderBoxes();
  }

  /** Zooms in (1) or out (-1), or fits the page to the width (0). */
  function changeZoom(step) {
    const i = ZOOM_LEVELS.findIndex((z) => z >= zoom - 0.01);
    zoom = step === 0 ? 1 : ZOOM_LEVELS[Math.max(0, Math.min(ZOOM_LEVELS.length - 1, i + step))];
    layout();
    scrollToSelection();
  }

  boxes.addEventListener('click', (e) => {
    const key = e.target.dataset?.key;
    if (key) {
      onSelect(model.find(key), e.target.dataset.field ?? 'value');
    }
  });
  boxes.addEventListener('pointerover', (e) => highlight(model.find(e.target.dataset?.key)));
  viewport.addEventListener('keydown', (e) => {
    const shortcuts = { '+': () => changeZoom(1), '-': () => changeZoom(-1), 0: () => changeZoom(0),
      '[': () => turnPage(-1), ']': () => turnPage(1) };
    const run = shortcuts[e.key];
    if (run && !e.ctrlKey && !e.metaKey) {
      e.preventDefault();
      run();
    }
  });
  model.addEventListener('change', () => renderBoxes());
  window.addEventListener('resize', () => scrollToSelection());

  /** Highlights a row under the pointer, on the page and in the table. */
  function highlight(row) {
    if (row !== selection.hovered) {
      selection = { ...selection, hovered: row };
      boxes.querySelectorAll('.hover').forEach((b) => b.classList.remove('hover'));
      row && boxes.querySelector(`.row[data-key="${row.key}"]`)?.classList.add('hover');
      document.querySelectorAll('tr.hover').forEach((b) => b.classList.remove('hover'));
      row && document.querySelector(`tr[data-key="${row.key}"]`)?.classList.add('hover');
    }
  }

  loadImage();
  layout();
  renderBoxes();
  return {
    node,
    turnPage,
    changeZoom,
    highlight,
    /** Shows where a row's field was recognized. */
    showField(row, field) {
      selection = { ...selection, row, field, evidence: undefined };
      const e = row && (evidenceOf(row, field) ?? FIELDS.map((f) => row.evidence[f]).find((p) => p?.page));
      if (e?.page) {
        showPage(e.page);
      }
      renderBoxes();
      scrollToSelection();
    },
    /** Shows where a field of the patient or report details was recognized. */
    showEvidence(evidence) {
      selection = { ...selection, row: undefined, evidence };
      if (evidence?.page) {
        showPage(evidence.page);
      }
      renderBoxes();
      scrollToSelection();
    },
  };
}
