/**
 * Webhooks: endpoints, their keys, and delivery of messages to them. Owns tables webhook_endpoint,
 * webhook_secret, delivery, delivery_attempt; address webhook.command; event
 * message.attempt.exhausted.
 */
package io.tributary.webhook;
