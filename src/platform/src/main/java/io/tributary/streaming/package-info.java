/**
 * Streaming destinations: pipelines in the management API, and delivery to message brokers
 * (RabbitMQ, NATS JetStream).
 *
 * <p>A pipeline selects the enabled destinations of a team and environment. {@link BrokerTransport}
 * keeps one connection per destination; a {@link BrokerClient} implements each kind of broker. A
 * message counts as delivered when the broker confirms it. Owns table pipeline and the rows of
 * webhook_endpoint that are not webhooks; bus address pipeline.command. Start with {@link
 * BrokerTransport}.
 */
package io.tributary.streaming;
