package io.tributary.lab.appointment;

import io.tributary.lab.state.Modality;
import java.util.Locale;

/** Kind of appointment: home visit or patient service center. */
enum AppointmentType {
  PHLEBOTOMY(Modality.PHLEBOTOMY, SandboxTimetable.AT_HOME),
  PATIENT_SERVICE_CENTER(Modality.WALK_IN, SandboxTimetable.AT_SITE);

  private final Modality modality;
  private final SandboxTimetable timetable;

  AppointmentType(Modality modality, SandboxTimetable timetable) {
    this.modality = modality;
    this.timetable = timetable;
  }

  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  static AppointmentType fromWireName(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }

  /** Modality of the orders that have such appointments. */
  Modality modality() {
    return modality;
  }

  SandboxTimetable timetable() {
    return timetable;
  }
}
