package io.tributary.lab.account;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Where an account is in its life. */
public enum AccountStatus {
  PENDING,
  READY_TO_LAUNCH,
  ACTIVE,
  SUSPENDED;

  /** As in JSON and in the database. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<AccountStatus> of(String wire) {
    return Arrays.stream(values()).filter(s -> s.wire().equals(wire)).findFirst();
  }

  static List<String> words() {
    return Arrays.stream(values()).map(AccountStatus::wire).toList();
  }

  /** What may follow; an account that was active never waits for the laboratory again. */
  Set<AccountStatus> next() {
    return switch (this) {
      case PENDING -> Set.of(READY_TO_LAUNCH, ACTIVE);
      case READY_TO_LAUNCH, SUSPENDED -> Set.of(ACTIVE);
      case ACTIVE -> Set.of(SUSPENDED);
    };
  }
}
