/**
 * Webhook endpoints, their signing secrets and their message log, as exposed by the management API.
 *
 * <p>Routes read directly from the database; changes are commands on the bus. Package delivery
 * sends the messages. Owns tables webhook_endpoint, webhook_secret and manual_attempt; bus
 * addresses webhook.command and webhook.batch. Start with {@link EndpointCommands} and {@link
 * MessageLog}.
 */
package io.tributary.webhook;
