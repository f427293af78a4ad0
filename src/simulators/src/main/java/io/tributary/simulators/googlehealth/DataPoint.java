package io.tributary.simulators.googlehealth;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Data point.
 *
 * @param when time by which its type is filtered
 * @param offset UTC offset of the person at that time
 */
record DataPoint(Instant when, ZoneOffset offset, JsonObject json) {
  LocalDateTime localTime() {
    return when.atOffset(offset).toLocalDateTime();
  }
}
