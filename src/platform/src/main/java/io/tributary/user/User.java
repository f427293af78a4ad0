package io.tributary.user;

import io.tributary.bus.BusMessage;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** User as the API shows it. */
record User(
    UUID id,
    UUID team,
    Optional<String> clientUserId,
    Instant createdOn,
    Optional<Fallback<String>> timeZone,
    Optional<Fallback<LocalDate>> birthDate,
    Optional<LocalDate> ingestionStart,
    Optional<LocalDate> ingestionEnd,
    List<ConnectedSource> sources)
    implements BusMessage.Local {

  /**
   * Fallback value that applies until a provider reports a better one. The source is the slug of
   * its origin.
   */
  record Fallback<T>(T value, String source, Instant updatedAt) {
    Fallback {
      Objects.requireNonNull(value);
      Objects.requireNonNull(source);
      Objects.requireNonNull(updatedAt);
    }
  }

  /** Connection in status connected or error. */
  record ConnectedSource(String slug, Instant createdOn) {}

  User {
    sources = List.copyOf(sources);
  }
}
