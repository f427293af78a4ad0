package io.tributary.team;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Times;
import io.tributary.db.RowMapping;
import io.tributary.http.JsonFields;
import io.tributary.http.KeyScope;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Scopes, expiry and rate limit of a key. Fixed when the key is created.
 *
 * @param scopes empty for all
 * @param expiresAt empty for never
 * @param perMinute requests per minute on each node; empty for the default of the node
 */
record ApiKeyPolicy(
    Optional<Set<KeyScope>> scopes, Optional<Instant> expiresAt, Optional<Integer> perMinute) {
  private static final int MAX_PER_MINUTE = 10_000_000;

  /** Parses a request body and records validation errors in it. */
  static ApiKeyPolicy of(JsonFields body) {
    Optional<Set<KeyScope>> scopes =
        body.texts("scopes", KeyScope.NAMES.size(), 32).flatMap(names -> scopes(body, names));
    Optional<Instant> expires = body.text("expires_at", 64).flatMap(text -> future(body, text));
    return new ApiKeyPolicy(
        scopes, expires, body.integer("rate_limit_per_minute", 1, MAX_PER_MINUTE));
  }

  private static Optional<Set<KeyScope>> scopes(JsonFields body, List<String> names) {
    if (!KeyScope.NAMES.containsAll(names)) {
      return body.addError(
          "scopes", "Items should be among: " + String.join(", ", KeyScope.NAMES), "enum");
    }
    Set<KeyScope> out =
        names.stream()
            .flatMap(n -> KeyScope.of(n).stream())
            .collect(Collectors.toUnmodifiableSet());
    // Management scope alone would grant no access at all.
    if (!out.contains(KeyScope.READ) && !out.contains(KeyScope.WRITE)) {
      return body.addError("scopes", "Include read, write or both", "value_error");
    }
    return Optional.of(out);
  }

  private static Optional<Instant> future(JsonFields body, String text) {
    Optional<Instant> at = Times.parseInstant(text);
    if (at.isEmpty()) {
      return body.addError("expires_at", "Input should be a date and time", "datetime_parsing");
    }
    if (!at.get().isAfter(Instant.now())) {
      return body.addError("expires_at", "Input should be in the future", "value_error");
    }
    return at;
  }

  /** Returns the scopes that a key with this policy has. */
  Set<KeyScope> effectiveScopes() {
    return scopes.orElse(KeyScope.ALL);
  }

  /** Returns the value of the column; null means all scopes. */
  String[] scopesColumn() {
    return scopes
        .map(s -> s.stream().map(KeyScope::wire).sorted().toArray(String[]::new))
        .orElse(null);
  }

  static Set<KeyScope> scopes(Row row) {
    return read(row.getArrayOfStrings("scopes")).orElse(KeyScope.ALL);
  }

  /** Reads a row with the columns scopes, expires_at and rate_per_minute. */
  static ApiKeyPolicy of(Row row) {
    return new ApiKeyPolicy(
        read(row.getArrayOfStrings("scopes")),
        Optional.ofNullable(RowMapping.instant(row, "expires_at")),
        Optional.ofNullable(row.getInteger("rate_per_minute")));
  }

  private static Optional<Set<KeyScope>> read(String[] names) {
    return Optional.ofNullable(names)
        .map(List::of)
        .map(
            list ->
                list.stream()
                    .flatMap(n -> KeyScope.of(n).stream())
                    .collect(Collectors.toUnmodifiableSet()));
  }

  /**
   * Writes {@code scopes}, {@code expires_at} and {@code rate_limit_per_minute}, with null for
   * unset values.
   */
  ObjectNode writeTo(ObjectNode out) {
    if (scopes.isPresent()) {
      ArrayNode list = out.putArray("scopes");
      scopes.get().stream().map(KeyScope::wire).sorted().forEach(list::add);
    } else {
      out.putNull("scopes");
    }
    return out.put("expires_at", expiresAt.map(Times::format).orElse(null))
        .put("rate_limit_per_minute", perMinute.orElse(null));
  }
}
