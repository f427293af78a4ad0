package io.tributary.simulators.oura;

import io.tributary.simulators.kit.JsonText;
import io.tributary.simulators.kit.SimPerson;
import java.time.Instant;

/** Renders {@code personal_info} and {@code ring_configuration}. */
final class ProfileDocuments {
  private ProfileDocuments() {}

  /**
   * Renders the personal info. The vendor includes the email address only for applications with the
   * email scope.
   */
  static byte[] personal(SimPerson user, boolean withEmail) {
    return JsonText.object(
        out -> {
          out.writeStringField("id", user.id());
          out.writeNumberField("age", user.age());
          out.writeNumberField("weight", user.weight());
          out.writeNumberField("height", user.height());
          out.writeStringField("biological_sex", user.biologicalSex());
          if (withEmail) {
            out.writeStringField("email", RingProfile.email(user));
          } else {
            out.writeNullField("email");
          }
        });
  }

  static OuraDocument ring(SimPerson user) {
    Instant setUp = user.firstDay().atTime(9, 0).atZone(user.zone()).toInstant();
    String id = DocumentIds.of(user, OuraDataCollection.RING_CONFIGURATION, user.firstDay(), 0);
    byte[] json =
        JsonText.object(
            out -> {
              out.writeStringField("id", id);
              out.writeStringField("color", RingProfile.colour(user));
              out.writeStringField("design", RingProfile.design(user));
              out.writeStringField("firmware_version", "2.9.31");
              out.writeStringField("hardware_type", RingProfile.hardware(user));
              out.writeStringField("set_up_at", JsonText.utc(setUp));
              out.writeNumberField("size", RingProfile.size(user));
            });
    return new OuraDocument(id, user.firstDay(), setUp, Instant.EPOCH, json);
  }
}
