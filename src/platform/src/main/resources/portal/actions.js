// Dialogs that recover messages, replay messages and send a test event.

import { post } from './api.js';
import { h } from './dom.js';
import { eventTypeSuggestions, loadEventTypes } from './event-types.js';
import { plural } from './labels.js';
import { cancelButton, field, form, notify, openDialog, select, toIsoTimestamp, toLocalInput } from './ui.js';

const HOUR = 3_600_000;

/** Start times in milliseconds before now. The empty value shows a field for a custom time. */
const START_TIMES = [
  [String(HOUR), '1 hour ago'],
  [String(24 * HOUR), '1 day ago'],
  [String(72 * HOUR), '3 days ago'],
  [String(168 * HOUR), '1 week ago'],
  ['', 'Custom time'],
];

/** Creates the fields of a start time. `value(values)` returns the selected time as an ISO timestamp. */
function startTimeFields() {
  const custom = field('exact', 'Time',
    h('input', { type: 'datetime-local', value: toLocalInput(new Date(Date.now() - HOUR)) }));
  custom.hidden = true;
  const preset = select(START_TIMES, String(24 * HOUR));
  preset.addEventListener('change', () => {
    custom.hidden = preset.value !== '';
  });
  return {
    nodes: [field('since', 'Since', preset, 'At most 14 days ago.'), custom],
    value: (values) => (preset.value === '' ? toIsoTimestamp(values.get('exact'))
      : new Date(Date.now() - Number(preset.value)).toISOString()),
  };
}

export function openRecoverDialog(base, onDone) {
  const since = startTimeFields();
  openDialog('Recover messages', (close) => [
    h('p', {}, 'Retries every message since the selected time that failed or was canceled. Delivered messages are not '
      + 'sent again.'),
    form('Recover', since.nodes, async (values) => {
      const { count } = await post(base + '/recover', { since: since.value(values) });
      close();
      notify(count === 0 ? 'Nothing to recover: no message failed or was canceled since then.'
        : `${plural(count, 'message')} queued for another attempt. Refresh to see the result.`);
      onDone();
    }, [cancelButton(close)]),
  ]);
}

export async function openReplayDialog(base, onDone) {
  const types = await loadEventTypes();
  const since = startTimeFields();
  const suggestions = eventTypeSuggestions(types, true);
  openDialog('Replay messages', (close) => [
    h('p', {}, 'Resends every message since the selected time, including delivered ones, with the same message ID. '
      + 'Make sure that your server ignores duplicate IDs.'),
    form('Replay', [
      since.nodes,
      field('event_type', 'Event type', h('input', { list: suggestions.id, autocomplete: 'off', spellcheck: 'false' }),
        'Leave empty for all types. Wildcards such as daily.data.* are supported.'),
      suggestions,
      field('user_id', 'User ID', h('input', { autocomplete: 'off', spellcheck: 'false' }), 'Leave empty for all users.'),
    ], async (values) => {
      const { count } = await post(base + '/replay', {
        since: since.value(values),
        until: new Date().toISOString(),
        event_type: values.get('event_type').trim() || null,
        user_id: values.get('user_id').trim() || null,
      });
      close();
      notify(count === 0 ? 'Nothing to replay: no message matches.'
        : `${plural(count, 'message')} queued for replay. Refresh to see the result.`);
      onDone();
    }, [cancelButton(close)]),
  ]);
}

export async function openTestEventDialog(base, id, endpoint, navigate) {
  const types = await loadEventTypes();
  const suggestions = eventTypeSuggestions(types, false);
  const defaultType = (endpoint.filter_types ?? []).find((t) => types.includes(t)) ?? 'daily.data.sleep.created';
  openDialog('Send a test event', (close) => [
    h('p', {}, 'Sends an example event to this endpoint only, signed like every other message.'),
    form('Send', [
      field('event_type', 'Event type', h('input', { list: suggestions.id, value: defaultType, required: true,
        autocomplete: 'off', spellcheck: 'false' })),
      suggestions,
    ], async (values) => {
      const sent = await post(base + '/send_example', { event_type: values.get('event_type').trim() });
      close();
      notify('Test event sent.');
      navigate(`/e/${id}/m/${sent.message_id}`);
    }, [cancelButton(close)]),
  ]);
}
