/**
 * Delivery: messages on their way to endpoints of every kind, with schedule, order, rates and
 * breakers. Owns tables delivery, delivery_attempt, manual_attempt, delivery_count, user_sequence
 * (the outbox inserts); leases deliver:&lt;n&gt;; event message.attempt.exhausted.
 */
package io.tributary.delivery;
