/**
 * Orders of laboratory tests: placement, changes, status and queries.
 *
 * <p>Owns the tables {@code lab_transaction}, {@code lab_order*} and {@code idempotency_key}, the
 * bus address {@code order.command}, the queue {@code lab-dispatch} and the events {@code
 * labtest.order.*}. This package writes the rows of {@code lab_order_dispatch}; {@code
 * lab.exchange} processes them. Every status change goes through {@link
 * io.tributary.lab.order.OrderLifecycle}, which applies the rules of {@code lab.state}.
 *
 * <p>Start with {@link io.tributary.lab.order.OrderLifecycle}.
 */
package io.tributary.lab.order;
