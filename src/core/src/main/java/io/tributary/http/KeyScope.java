package io.tributary.http;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Scopes of an API key or management key (ADR 0129). */
public enum KeyScope {
  /** Calls that read. */
  READ,
  /** Calls that change something. */
  WRITE,
  /**
   * Calls about laboratories, their orders, results and reports; required in addition to read or
   * write.
   */
  LAB,
  /**
   * Calls about the organization, its keys and its connections as a whole; required in addition to
   * read or write.
   */
  MANAGEMENT;

  /** Scopes of a key that was created without any. */
  public static final Set<KeyScope> ALL = Set.of(values());

  public static final List<String> NAMES = Arrays.stream(values()).map(KeyScope::wire).toList();

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<KeyScope> of(String wire) {
    return Arrays.stream(values()).filter(s -> s.wire().equals(wire)).findFirst();
  }
}
