package io.tributary.diagnostics;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import java.util.Locale;
import java.util.Optional;

/**
 * Result of one diagnostic check. Texts contain no secret except the provider notification URL,
 * which is there to be registered.
 *
 * @param what the finding
 * @param next what to do next; empty for nothing
 */
record DiagnosticResult(String name, Result result, String what, Optional<String> next) {
  enum Result {
    GOOD,
    BAD,
    /** Information to note or copy, neither good nor bad. */
    NOTE
  }

  static DiagnosticResult good(String name, String what) {
    return new DiagnosticResult(name, Result.GOOD, what, Optional.empty());
  }

  static DiagnosticResult bad(String name, String what, String next) {
    return new DiagnosticResult(name, Result.BAD, what, Optional.of(next));
  }

  static DiagnosticResult note(String name, String what) {
    return new DiagnosticResult(name, Result.NOTE, what, Optional.empty());
  }

  static DiagnosticResult note(String name, String what, String next) {
    return new DiagnosticResult(name, Result.NOTE, what, Optional.of(next));
  }

  ObjectNode json() {
    return Json.object()
        .put("name", name)
        .put("result", result.name().toLowerCase(Locale.ROOT))
        .put("what", what)
        .put("next_step", next.orElse(null));
  }
}
