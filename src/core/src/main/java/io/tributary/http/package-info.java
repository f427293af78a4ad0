/**
 * HTTP server: routes, request parsing with complete error lists, responses, limits and TLS.
 *
 * <p>Each event loop runs an {@link HttpVerticle}. A request passes connection limits, admission
 * (authentication, rate limit, concurrency limit, scopes, audit trail), the body limit and its
 * handler. {@link ErrorResponses} is the only mapping of failures to statuses. The limits are
 * shared by all event loops of a node.
 *
 * <p>Owns no table, address or event. Start with {@link RequestPipeline}.
 */
package io.tributary.http;
