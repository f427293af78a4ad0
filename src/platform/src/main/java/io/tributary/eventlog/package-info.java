/**
 * The event log: teams whose servers cannot be called read their events themselves, page by page or
 * as a stream. Owns table event_log; reads message.
 */
package io.tributary.eventlog;
