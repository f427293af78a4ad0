/**
 * Events for customers: their types, catalog and envelope, and the transactional outbox.
 *
 * <p>A change and the events that announce it commit together. {@link Outbox} renders each payload
 * once and inserts one message and one delivery per matching endpoint; package delivery sends them.
 * {@link MessagePartitions} creates and drops the time partitions of message, delivery and
 * delivery_attempt.
 *
 * <p>Owns table message, and inserts into table delivery. Start with {@link Outbox}.
 */
package io.tributary.event;
