package io.tributary.eventlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Environment;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.event.EventTypes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Clients store cursors, so the cursor format tested here must not change. */
class LogPositionTest {
  private static final LogPosition PLACE =
      new LogPosition("7", "0b7d39a2-5555-4666-8777-888888888888", "e", 5, Instant.EPOCH);

  private static EventFilter filters(boolean laboratories, String... starts) {
    Tenant tenant = new Tenant(new UUID(1, 2), Environment.SANDBOX);
    return new EventFilter(tenant, List.of(), List.of(starts), laboratories, null, null);
  }

  private static void assertCursorUnchanged(String cursor, EventFilter filters) {
    assertEquals(cursor, PLACE.encode(filters));
    assertEquals(Optional.of(PLACE), LogPosition.decode(cursor, filters));
  }

  @Test
  void aCursorOutlivesTheVersionThatGaveIt() {
    assertCursorUnchanged(
        "WyIzNTVhY2M2NDUyYzgiLCI3IiwiMGI3ZDM5YTItNTU1NS00NjY2LTg3NzctODg4ODg4ODg4ODg4Iiwi"
            + "ZSIsIjUiLCIwIl0",
        filters(true));
    assertCursorUnchanged(
        "WyI3ZDEzZTAxZmNjZDkiLCI3IiwiMGI3ZDM5YTItNTU1NS00NjY2LTg3NzctODg4ODg4ODg4ODg4Iiwi"
            + "ZSIsIjUiLCIwIl0",
        filters(false));
    assertCursorUnchanged(
        "WyIzZDNhNTZkYjQ3NjMiLCI3IiwiMGI3ZDM5YTItNTU1NS00NjY2LTg3NzctODg4ODg4ODg4ODg4Iiwi"
            + "ZSIsIjUiLCIwIl0",
        filters(false, "daily.data."));
  }

  @Test
  void whatAKeyIsToldIsUpToTheKeyNotToTheCursor() {
    EventFilter every = filters(true);
    EventFilter without = filters(false);
    assertTrue(every.requestsAllTypes());
    assertTrue(without.requestsAllTypes());
    assertEquals(List.of(), every.hiddenPrefixes());
    assertEquals(EventTypes.LABORATORY, without.hiddenPrefixes());
    assertThrows(ServiceException.class, () -> LogPosition.decode(PLACE.encode(every), without));
    assertThrows(ServiceException.class, () -> LogPosition.decode(PLACE.encode(without), every));
  }
}
