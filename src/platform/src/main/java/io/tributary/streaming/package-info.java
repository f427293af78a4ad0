/**
 * Streaming destinations: pipelines in the management API, and messages to brokers. Owns table
 * pipeline and the rows of webhook_endpoint that are no webhooks; address pipeline.command.
 */
package io.tributary.streaming;
