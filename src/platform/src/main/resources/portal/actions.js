// What can be done with many messages, and the test event.

import { post } from './api.js';
import { h } from './dom.js';
import { suggestions, types } from './types.js';
import { cancelButton, choice, dialog, field, form, instant, local, say } from './ui.js';
import { plural } from './words.js';

const HOUR = 3_600_000;

/** How far back; the last one asks. */
const BACK = [
  [String(HOUR), 'One hour ago'],
  [String(24 * HOUR), 'One day ago'],
  [String(72 * HOUR), 'Three days ago'],
  [String(168 * HOUR), 'One week ago'],
  ['', 'Another time'],
];

/** The fields of a time from which on, and the instant that they say. */
function since() {
  const exact = field('exact', 'Time', h('input', { type: 'datetime-local', value: local(new Date(Date.now() - HOUR)) }));
  exact.hidden = true;
  const back = choice(BACK, String(24 * HOUR));
  back.addEventListener('change', () => {
    exact.hidden = back.value !== '';
  });
  return {
    nodes: [field('since', 'Since', back, 'At most 14 days back.'), exact],
    value: (values) => (back.value === '' ? instant(values.get('exact'))
      : new Date(Date.now() - Number(back.value)).toISOString()),
  };
}

export function recoverForm(base, done) {
  const from = since();
  dialog('Recover messages', (close) => [
    h('p', {}, 'Every message since then that failed or was canceled gets one attempt now. Delivered ones are left alone.'),
    form('Recover', from.nodes, async (values) => {
      const { count } = await post(base + '/recover', { since: from.value(values) });
      close();
      say(count === 0 ? 'Nothing to recover: no message failed or was canceled since then.'
        : `${plural(count, 'message')} will be sent again now. Refresh to see how they fare.`);
      done();
    }, [cancelButton(close)]),
  ]);
}

export async function replayForm(base, done) {
  const all = await types();
  const from = since();
  const list = suggestions(all, true);
  dialog('Replay messages', (close) => [
    h('p', {}, 'Every message since then is sent once more, delivered ones too, with the same message id. '
      + 'Your server should know ids that it has seen.'),
    form('Replay', [
      from.nodes,
      field('event_type', 'Event type', h('input', { list: list.id, autocomplete: 'off', spellcheck: 'false' }),
        'Empty = all. A family is written like daily.data.*'),
      list,
      field('user_id', 'User id', h('input', { autocomplete: 'off', spellcheck: 'false' }), 'Empty = all users.'),
    ], async (values) => {
      const { count } = await post(base + '/replay', {
        since: from.value(values),
        until: new Date().toISOString(),
        event_type: values.get('event_type').trim() || null,
        user_id: values.get('user_id').trim() || null,
      });
      close();
      say(count === 0 ? 'There was no message to replay since then.'
        : `${plural(count, 'message')} will be sent once more. Refresh to see how they fare.`);
      done();
    }, [cancelButton(close)]),
  ]);
}

export async function testForm(base, id, endpoint, go) {
  const all = await types();
  const list = suggestions(all, false);
  const usual = (endpoint.filter_types ?? []).find((t) => all.includes(t)) ?? 'daily.data.sleep.created';
  dialog('Send a test event', (close) => [
    h('p', {}, 'An example of this type goes to this endpoint only, signed like any other message.'),
    form('Send', [
      field('event_type', 'Event type', h('input', { list: list.id, value: usual, required: true, autocomplete: 'off',
        spellcheck: 'false' })),
      list,
    ], async (values) => {
      const sent = await post(base + '/send_example', { event_type: values.get('event_type').trim() });
      close();
      say('Test event sent.');
      go(`/e/${id}/m/${sent.message_id}`);
    }, [cancelButton(close)]),
  ]);
}
