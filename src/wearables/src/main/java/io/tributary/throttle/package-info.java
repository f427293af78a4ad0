/**
 * Rate limits for historical triggers and provider calls.
 *
 * <p>Each provider has one throttle, whose owner is elected by a lease. Owns the tables
 * pull_trigger, permit_reserved and provider_cooldown and the addresses {@code
 * throttle.<slug>.<epoch>}. Listens on the queue "trigger".
 *
 * <p>Triggers are granted in a fenced transaction that counts the rate limit from the rows. Permits
 * for calls are counted in memory and reserved in the database before the calls are made.
 *
 * <p>Start with {@link io.tributary.throttle.ThrottleVerticle}.
 */
package io.tributary.throttle;
