package io.tributary.model;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Optional;

/** Renders the source objects of summaries, sample groups and events. */
public final class SourceRenderer {
  private SourceRenderer() {}

  /** Writes the object as a value, with the deprecated keys only if given. */
  public static void write(JsonGenerator gen, Source source, Optional<LegacySource> legacy)
      throws IOException {
    gen.writeStartObject();
    gen.writeStringField("provider", source.provider());
    gen.writeStringField("type", source.type().wire());
    gen.writeStringField("app_id", source.appId());
    gen.writeStringField(
        "device_id", source.deviceId() == null ? null : source.deviceId().toString());
    gen.writeStringField("sport", source.sport());
    gen.writeStringField(
        "workout_id", source.workoutId() == null ? null : source.workoutId().toString());
    if (legacy.isPresent()) {
      gen.writeStringField("name", legacy.get().name());
      gen.writeStringField("slug", legacy.get().slug());
      gen.writeStringField("logo", legacy.get().logo());
    }
    gen.writeEndObject();
  }
}
