package io.tributary.eventlog;

import io.tributary.core.Environment;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.testkit.fuzz.Target;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.UUID;

/** Cursors of the event log. */
public final class PlaceTargets {
  private static final EventFilter FILTERS =
      new EventFilter(
          new Tenant(new UUID(1, 2), Environment.SANDBOX),
          List.of("daily.data.sleep.created"),
          List.of(),
          true,
          new UUID(3, 4),
          Instant.EPOCH);

  private PlaceTargets() {}

  public static List<Target> all() {
    String good =
        new LogPosition("7", "0b7d39a2-5555-4666-8777-888888888888", "e", 5, Instant.EPOCH)
            .encode(FILTERS);
    return List.of(
        // What is inside of a cursor, so that most inputs are still one.
        Target.json(
                "eventlog/cursor",
                in ->
                    LogPosition.decode(
                        Base64.getUrlEncoder().withoutPadding().encodeToString(in), FILTERS))
            .refusing(ServiceException.class)
            .seed(Base64.getUrlDecoder().decode(good)),
        Target.bytes(
                "eventlog/cursor-text",
                in -> LogPosition.decode(new String(in, StandardCharsets.UTF_8), FILTERS))
            .refusing(ServiceException.class)
            .seed(good));
  }
}
