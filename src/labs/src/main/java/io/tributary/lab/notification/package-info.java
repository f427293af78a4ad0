/**
 * Messages to patients about their orders: when there is one, by which way, and through which
 * gateway it leaves. Owns the table lab_notice.
 */
package io.tributary.lab.notification;
