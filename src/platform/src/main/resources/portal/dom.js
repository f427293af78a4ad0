// Elements. Texts of customers and receivers become text nodes and attribute values, never markup.

const SVG = 'http://www.w3.org/2000/svg';

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) {
      continue;
    }
    if (name.startsWith('on')) {
      node.addEventListener(name.slice(2), value);
    } else {
      node.setAttribute(name, value === true ? '' : String(value));
    }
  }
  node.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return node;
}

/** An element with attributes, listeners (onclick, …) and children. */
export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** The same for drawings. */
export function s(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/** Puts these in the place of what an element holds. */
export function show(parent, ...children) {
  parent.replaceChildren(
    ...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false)
  );
}

let count = 0;

/** An id that no other element has. */
export function freshId(prefix) {
  count += 1;
  return prefix + count;
}
