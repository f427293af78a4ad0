/**
 * Reads of stored health data: summaries and timeseries, streamed from the database to the client,
 * their sources apart or merged. Owns no table, address or event.
 */
package io.tributary.read;
