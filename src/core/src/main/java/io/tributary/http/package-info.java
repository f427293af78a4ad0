/**
 * The HTTP edge: routes, reading of requests with all their faults, replies, the one mapping of
 * failures to statuses, and the limits on what is in flight. Owns no table, address or event.
 */
package io.tributary.http;
