/**
 * Delivery of messages to endpoints, with retry schedule, per-user order, rate limits and circuit
 * breakers.
 *
 * <p>Owns the tables {@code delivery}, {@code delivery_attempt}, {@code manual_attempt}, {@code
 * delivery_count} and {@code user_sequence}, into which the outbox inserts; the leases {@code
 * deliver:<n>}; and the event {@code message.attempt.exhausted}.
 *
 * <p>Endpoints are distributed over shards. The owner of a shard's lease reads due rows into
 * memory, starts attempts within fair limits per team and endpoint, and writes the results in
 * batches. {@link Transport} is the interface to each kind of destination.
 *
 * <p>Start with {@link WebhookVerticle}.
 */
package io.tributary.delivery;
