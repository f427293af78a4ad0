package io.tributary.lab.notification;

import java.util.Locale;

/** Kind of patient message with its text, which never mentions tests or findings. */
enum NoticeKind {
  ORDERED("Your laboratory order has been placed."),
  REQUISITION_CREATED("Your laboratory order is ready."),
  APPOINTMENT_PENDING("Your appointment is being scheduled."),
  APPOINTMENT_CONFIRMED("Your appointment is confirmed."),
  APPOINTMENT_CANCELLED("Your appointment is canceled."),
  DRAW_COMPLETED("Your sample has been collected."),
  TRANSIT_CUSTOMER("Your kit is on its way."),
  OUT_FOR_DELIVERY("Your kit will be delivered today."),
  DELIVERED_TO_LAB("Your kit has reached the laboratory."),
  REDRAW_AVAILABLE("The laboratory needs another sample from you."),
  COMPLETED("Your laboratory order is complete."),
  CANCELLED("Your laboratory order is canceled."),
  REMINDER_KIT("Your kit is waiting for your sample."),
  REMINDER_BOOKING("You have not booked an appointment for your laboratory order yet."),
  REMINDER_APPOINTMENT("Your appointment is coming up.");

  private final String text;

  NoticeKind(String text) {
    this.text = text;
  }

  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  static NoticeKind fromWireName(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }

  String text() {
    return text;
  }

  boolean isReminder() {
    return this == REMINDER_KIT || this == REMINDER_BOOKING || this == REMINDER_APPOINTMENT;
  }
}
