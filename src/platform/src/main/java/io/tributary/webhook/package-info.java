/**
 * Webhook endpoints, their keys and the log of their messages, as the management API serves them.
 * Owns tables webhook_endpoint, webhook_secret, manual_attempt; addresses webhook.command,
 * webhook.batch.
 */
package io.tributary.webhook;
