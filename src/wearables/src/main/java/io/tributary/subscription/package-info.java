/**
 * Subscriptions to provider notifications, and the webhook URLs that receive them.
 *
 * <p>Owns the tables provider_webhook and provider_subscription. Wakes the queues "subscribe" and
 * "subscribe_linked".
 *
 * <p>The planner compares the wanted subscriptions with the stored rows, per application or per
 * connection depending on the provider. The job creates, renews, checks and removes them at the
 * provider under a lease.
 *
 * <p>Start with {@link io.tributary.subscription.SubscriptionPlanner}.
 */
package io.tributary.subscription;
