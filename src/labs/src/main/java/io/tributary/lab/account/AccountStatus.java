package io.tributary.lab.account;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Lifecycle status of an account. */
public enum AccountStatus {
  PENDING,
  READY_TO_LAUNCH,
  ACTIVE,
  SUSPENDED;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<AccountStatus> fromWireName(String wire) {
    return Arrays.stream(values()).filter(s -> s.wireName().equals(wire)).findFirst();
  }

  static List<String> wireNames() {
    return Arrays.stream(values()).map(AccountStatus::wireName).toList();
  }

  /** Statuses that may follow this one. An account that was active never becomes pending again. */
  Set<AccountStatus> allowedTransitions() {
    return switch (this) {
      case PENDING -> Set.of(READY_TO_LAUNCH, ACTIVE);
      case READY_TO_LAUNCH, SUSPENDED -> Set.of(ACTIVE);
      case ACTIVE -> Set.of(SUSPENDED);
    };
  }
}
