package io.tributary.user;

import io.tributary.bus.BusMessage;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** A user as clients see it: wearables.md §1. */
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

  /** A value that stands in until a provider tells a better one; source is the teller's slug. */
  record Fallback<T>(T value, String source, Instant updatedAt) {
    Fallback {
      Objects.requireNonNull(value);
      Objects.requireNonNull(source);
      Objects.requireNonNull(updatedAt);
    }
  }

  /** A connection in status connected or error. */
  record ConnectedSource(String slug, Instant createdOn) {}

  User {
    sources = List.copyOf(sources);
  }
}
