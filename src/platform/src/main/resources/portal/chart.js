// Bar chart of deliveries over time, with the same numbers as a table.

import { get, query } from './api.js';
import { h, svg } from './dom.js';
import { formatDateTime, formatNumber, plural } from './labels.js';

const WIDTH = 640;
const HEIGHT = 130;

export const INTERVALS = [
  ['5m', 'Last 12 hours'],
  ['15m', 'Last 48 hours'],
  ['1h', 'Last 7 days'],
  ['1d', 'Last 90 days'],
];

/** Seconds per value and seconds in total, by interval. */
const STEP = { '5m': 300, '15m': 900, '1h': 3600, '1d': 86_400 };
const WINDOW = { '5m': 12 * 3600, '15m': 48 * 3600, '1h': 7 * 86_400, '1d': 90 * 86_400 };

/** Number of bars, limited by the width of a phone. */
const BARS = 48;

/** Returns the delivered and failed attempts of the interval's window, in `BARS` equal buckets. */
export async function loadDeliveries(interval) {
  const response = await get('/event_delivery_metric' + query({ interval }));
  const end = Math.ceil(Date.now() / 1000 / STEP[interval]) * STEP[interval];
  const start = end - WINDOW[interval];
  const size = WINDOW[interval] / BARS;
  const buckets = Array.from({ length: BARS }, (_, i) => ({ at: start + i * size, delivered: 0, failed: 0 }));
  for (const series of response.data.result) {
    for (const [at, value] of series.values) {
      const i = Math.floor((at - start) / size);
      if (i >= 0 && i < BARS && series.metric.status in buckets[i]) {
        buckets[i][series.metric.status] += Number(value);
      }
    }
  }
  return buckets;
}

export function deliveryChart(buckets) {
  const max = Math.max(1, ...buckets.map((b) => b.delivered + b.failed));
  const delivered = buckets.reduce((n, b) => n + b.delivered, 0);
  const failed = buckets.reduce((n, b) => n + b.failed, 0);
  const step = WIDTH / buckets.length;
  const maxHeight = HEIGHT - 1;
  const bars = buckets.map((b, i) => {
    const deliveredHeight = (b.delivered / max) * maxHeight;
    const failedHeight = (b.failed / max) * maxHeight;
    const x = i * step + 1;
    const title = `${formatDateTime(b.at * 1000)}: ${formatNumber(b.delivered)} delivered, ${formatNumber(b.failed)} failed`;
    return svg('g', {},
      svg('title', {}, title),
      b.delivered > 0 && svg('rect', { class: 'delivered', x, y: maxHeight - deliveredHeight, width: step - 2,
        height: deliveredHeight }),
      b.failed > 0 && svg('rect', { class: 'failed', x, y: maxHeight - deliveredHeight - failedHeight, width: step - 2,
        height: failedHeight }));
  });
  const start = new Date(buckets[0].at * 1000).toLocaleString(undefined,
    { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' });
  return h('div', { class: 'chart stack tight' },
    h('div', { class: 'legend' },
      h('span', {}, `${plural(delivered, 'attempt')} delivered`),
      h('span', { class: 'failed' }, `${formatNumber(failed)} failed`)),
    svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img',
      'aria-label': `${plural(delivered, 'attempt')} delivered, ${formatNumber(failed)} failed; `
        + `highest bar: ${formatNumber(max)}` },
    svg('line', { class: 'axis', x1: 0, x2: WIDTH, y1: maxHeight + .5, y2: maxHeight + .5 }),
    bars),
    h('div', { class: 'inline spread muted small' }, h('span', {}, start), h('span', {}, 'Now')),
    deliveryTable(buckets));
}

function deliveryTable(buckets) {
  const rows = buckets.filter((b) => b.delivered + b.failed > 0);
  return rows.length > 0 && h('details', {},
    h('summary', { class: 'small' }, 'Show as table'),
    h('table', {},
      h('thead', {}, h('tr', {}, ['From', 'Delivered', 'Failed'].map((t) => h('th', { scope: 'col' }, t)))),
      h('tbody', {}, rows.map((b) => h('tr', {},
        h('td', {}, formatDateTime(b.at * 1000)), h('td', {}, formatNumber(b.delivered)),
        h('td', {}, formatNumber(b.failed)))))));
}
