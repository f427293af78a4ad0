// Deliveries over time as bars, with the same figures as a table.

import { get, query } from './api.js';
import { h, s } from './dom.js';
import { number, plural, when } from './words.js';

const WIDTH = 640;
const HEIGHT = 130;

export const INTERVALS = [
  ['5m', 'Last 12 hours'],
  ['15m', 'Last 48 hours'],
  ['1h', 'Last 7 days'],
  ['1d', 'Last 90 days'],
];

const STEP = { '5m': 300, '15m': 900, '1h': 3600, '1d': 86_400 };
const WINDOW = { '5m': 12 * 3600, '15m': 48 * 3600, '1h': 7 * 86_400, '1d': 90 * 86_400 };

/** At most this many bars fit on a phone. */
const BARS = 48;

/** Delivered and failed attempts in equal parts of the interval's window. */
export async function figures(interval) {
  const answer = await get('/event_delivery_metric' + query({ interval }));
  const end = Math.ceil(Date.now() / 1000 / STEP[interval]) * STEP[interval];
  const start = end - WINDOW[interval];
  const size = WINDOW[interval] / BARS;
  const parts = Array.from({ length: BARS }, (_, i) => ({ at: start + i * size, delivered: 0, failed: 0 }));
  for (const series of answer.data.result) {
    for (const [at, value] of series.values) {
      const i = Math.floor((at - start) / size);
      if (i >= 0 && i < BARS && series.metric.status in parts[i]) {
        parts[i][series.metric.status] += Number(value);
      }
    }
  }
  return parts;
}

export function chart(parts) {
  const most = Math.max(1, ...parts.map((p) => p.delivered + p.failed));
  const delivered = parts.reduce((n, p) => n + p.delivered, 0);
  const failed = parts.reduce((n, p) => n + p.failed, 0);
  const step = WIDTH / parts.length;
  const room = HEIGHT - 1;
  const bars = parts.map((p, i) => {
    const good = (p.delivered / most) * room;
    const bad = (p.failed / most) * room;
    const x = i * step + 1;
    const text = `${when(p.at * 1000)}: ${number(p.delivered)} delivered, ${number(p.failed)} failed`;
    return s('g', {},
      s('title', {}, text),
      p.delivered > 0 && s('rect', { class: 'ok', x, y: room - good, width: step - 2, height: good }),
      p.failed > 0 && s('rect', { class: 'no', x, y: room - good - bad, width: step - 2, height: bad }));
  });
  const start = new Date(parts[0].at * 1000).toLocaleString(undefined,
    { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' });
  return h('div', { class: 'chart stack tight' },
    h('div', { class: 'legend' },
      h('span', {}, `${plural(delivered, 'attempt')} delivered`),
      h('span', { class: 'no' }, `${number(failed)} failed`)),
    s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img',
      'aria-label': `${plural(delivered, 'attempt')} delivered and ${number(failed)} failed; the most in one bar: ${number(most)}` },
    s('line', { class: 'axis', x1: 0, x2: WIDTH, y1: room + .5, y2: room + .5 }),
    bars),
    h('div', { class: 'line apart quiet small' }, h('span', {}, start), h('span', {}, 'now')),
    table(parts));
}

function table(parts) {
  const rows = parts.filter((p) => p.delivered + p.failed > 0);
  return rows.length > 0 && h('details', {},
    h('summary', { class: 'small' }, 'As a table'),
    h('table', {},
      h('thead', {}, h('tr', {}, ['From', 'Delivered', 'Failed'].map((t) => h('th', { scope: 'col' }, t)))),
      h('tbody', {}, rows.map((p) => h('tr', {},
        h('td', {}, when(p.at * 1000)), h('td', {}, number(p.delivered)), h('td', {}, number(p.failed)))))));
}
