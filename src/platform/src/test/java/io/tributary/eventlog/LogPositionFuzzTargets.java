package io.tributary.eventlog;

import io.tributary.core.Environment;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.testkit.fuzz.FuzzTarget;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.UUID;

/** Fuzz targets: cursors of the event log. */
public final class LogPositionFuzzTargets {
  private static final EventFilter FILTERS =
      new EventFilter(
          new Tenant(new UUID(1, 2), Environment.SANDBOX),
          List.of("daily.data.sleep.created"),
          List.of(),
          true,
          new UUID(3, 4),
          Instant.EPOCH);

  private LogPositionFuzzTargets() {}

  public static List<FuzzTarget> all() {
    String good =
        new LogPosition("7", "0b7d39a2-5555-4666-8777-888888888888", "e", 5, Instant.EPOCH)
            .encode(FILTERS);
    return List.of(
        // The decoded cursor, so that most inputs are still valid cursors.
        FuzzTarget.json(
                "eventlog/cursor",
                in ->
                    LogPosition.decode(
                        Base64.getUrlEncoder().withoutPadding().encodeToString(in), FILTERS))
            .expecting(ServiceException.class)
            .seed(Base64.getUrlDecoder().decode(good)),
        FuzzTarget.bytes(
                "eventlog/cursor-text",
                in -> LogPosition.decode(new String(in, StandardCharsets.UTF_8), FILTERS))
            .expecting(ServiceException.class)
            .seed(good));
  }
}
