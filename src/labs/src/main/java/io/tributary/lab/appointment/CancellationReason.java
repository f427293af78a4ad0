package io.tributary.lab.appointment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reason for which a patient cancels; IDs are stable. */
record CancellationReason(UUID id, String name, boolean refundable) {
  private static final List<CancellationReason> AT_HOME =
      reasons(
          "7f3a0c10-0000-4000-8000-0000000000",
          "Did not fast for appointment",
          "Do not trust company",
          "Cannot deliver to my preferred lab",
          "No longer interested",
          "Other",
          "Provider asked me to cancel",
          "Scheduled for wrong patient",
          "Scheduled time no longer works",
          "Unable to get lab order from provider",
          "Wanted to book in-person appointment",
          "Went to lab for appointment");
  private static final List<CancellationReason> AT_SITE =
      reasons("7f3a0c20-0000-4000-8000-0000000000", "Other");

  private static List<CancellationReason> reasons(String prefix, String... names) {
    CancellationReason[] out = new CancellationReason[names.length];
    for (int i = 0; i < names.length; i++) {
      out[i] =
          new CancellationReason(UUID.fromString(prefix + "%02d".formatted(i + 1)), names[i], true);
    }
    return List.of(out);
  }

  static List<CancellationReason> all(AppointmentType type) {
    return switch (type) {
      case PHLEBOTOMY -> AT_HOME;
      case PATIENT_SERVICE_CENTER -> AT_SITE;
    };
  }

  static Optional<CancellationReason> find(AppointmentType type, UUID id) {
    return all(type).stream().filter(r -> r.id().equals(id)).findFirst();
  }

  ObjectNode json() {
    return Json.object()
        .put("id", id.toString())
        .put("name", name)
        .put("is_refundable", refundable);
  }
}
