package io.tributary.diagnostics;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import java.util.Locale;
import java.util.Optional;

/**
 * One thing that was looked at. Texts hold no secret but the push address, which is there to be
 * registered.
 *
 * @param what was found
 * @param next what to do; empty = nothing
 */
record DiagnosticResult(String name, Result result, String what, Optional<String> next) {
  /** How it stands. */
  enum Result {
    GOOD,
    BAD,
    /** To be known or to be copied, neither good nor bad. */
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
