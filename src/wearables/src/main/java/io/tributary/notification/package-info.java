/**
 * Notifications from providers (webhooks): the address that receives them, and the reads that
 * follow.
 *
 * <p>Owns the table provider_notification, the address inbound.command, the queue "hint" and the
 * path /v2/provider/{provider}/push.
 *
 * <p>The receiver verifies and stores a notification before it responds. A worker then claims the
 * rows by connection and feed, reads the changed data and deletes the rows. Notifications about a
 * withdrawn grant or changed scopes change the connection instead.
 *
 * <p>Start with {@link io.tributary.notification.NotificationReceiver}, then {@link
 * io.tributary.notification.NotificationJob}.
 */
package io.tributary.notification;
