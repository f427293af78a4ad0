/**
 * Event log: an API for teams whose servers can't accept webhooks, to read events in pages or as a
 * stream.
 *
 * <p>The log is ordered by transaction number and is read only up to the oldest open transaction,
 * so no event is skipped. A cursor records the position. {@link EventLogSequenceRepair} repairs the
 * order at startup after a restore. Streams are server-sent events and are limited per node and per
 * team.
 *
 * <p>Owns table event_log; reads table message. Start with {@link EventReader}.
 */
package io.tributary.eventlog;
