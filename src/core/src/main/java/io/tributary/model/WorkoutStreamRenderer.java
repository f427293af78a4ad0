package io.tributary.model;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** Renders workout streams as JSON: eleven arrays of the same length, or empty. */
public final class WorkoutStreamRenderer {
  private WorkoutStreamRenderer() {}

  /** Writes a stream as a value. */
  public static void write(JsonGenerator gen, WorkoutStream stream) throws IOException {
    gen.writeStartObject();
    gen.writeArrayFieldStart("time");
    for (int i = 0; i < stream.size(); i++) {
      gen.writeNumber(stream.time(i));
    }
    gen.writeEndArray();
    for (WorkoutStream.Channel channel : WorkoutStream.Channel.values()) {
      gen.writeArrayFieldStart(channel.wire());
      for (int i = 0; stream.has(channel) && i < stream.size(); i++) {
        double value = stream.value(channel, i);
        if (Double.isNaN(value)) {
          gen.writeNull();
        } else {
          ModelJson.writeNumber(gen, value);
        }
      }
      gen.writeEndArray();
    }
    gen.writeEndObject();
  }
}
