/**
 * Messages to patients about their orders and appointments, by text message or email.
 *
 * <p>Owns the table {@code patient_notification} and the queue {@code lab-notice}. {@link
 * io.tributary.lab.notification.NotificationScheduler} stores a message in the transaction of the
 * step that causes it; {@link io.tributary.lab.notification.NoticeSender} checks its relevance and
 * the team's settings when it is due and hands it to the gateway.
 *
 * <p>Start with {@link io.tributary.lab.notification.NoticeRules}.
 */
package io.tributary.lab.notification;
