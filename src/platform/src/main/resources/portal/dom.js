// Helpers that create DOM elements. Content is inserted as text nodes and attribute values, never as markup.

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

function nodes(children) {
  return children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false);
}

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) {
      continue;
    }
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), value);
    } else {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
  element.append(...nodes(children));
  return element;
}

/** Creates an HTML element with attributes, event listeners (onclick, …) and children. */
export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** Creates an SVG element. */
export function svg(tag, props, ...children) {
  return fill(document.createElementNS(SVG_NAMESPACE, tag), props, children);
}

/** Replaces the content of an element. */
export function replaceChildren(parent, ...children) {
  parent.replaceChildren(...nodes(children));
}

let lastId = 0;

/** Returns an element id that is unique on the page. */
export function uniqueId(prefix) {
  lastId += 1;
  return prefix + lastId;
}
