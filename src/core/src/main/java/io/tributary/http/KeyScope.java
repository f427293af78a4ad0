package io.tributary.http;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What a key may be allowed (ADR 0129). */
public enum KeyScope {
  /** Calls that change nothing. */
  READ,
  /** Calls that change something. */
  WRITE,
  /** Calls about laboratories, their orders, results and reports; beside read or write. */
  LAB,
  /**
   * Calls about the organisation, its keys and its connections as a whole; beside read or write.
   */
  MANAGEMENT;

  /** What a key without named scopes has. */
  public static final Set<KeyScope> ALL = Set.of(values());

  public static final List<String> NAMES = Arrays.stream(values()).map(KeyScope::wire).toList();

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<KeyScope> of(String wire) {
    return Arrays.stream(values()).filter(s -> s.wire().equals(wire)).findFirst();
  }
}
