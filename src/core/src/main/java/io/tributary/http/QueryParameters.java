package io.tributary.http;

import io.tributary.core.FieldError;
import io.vertx.core.MultiMap;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * Query parameters with collected validation errors. An invalid value adds an error and reads as
 * the default; call {@link RequestContext#requireValid} before use.
 */
public final class QueryParameters {
  private final MultiMap params;
  private final ValidationErrors errors;

  QueryParameters(MultiMap params, ValidationErrors errors) {
    this.params = params;
    this.errors = errors;
  }

  /**
   * Replaces NUL by the replacement character. PostgreSQL rejects NUL, no stored value contains it,
   * and the replacement character matches nothing either.
   */
  static String replaceNul(String text) {
    return text == null ? null : text.replace('\0', '\ufffd');
  }

  /** Returns the value as sent; an empty value counts as absent. */
  public Optional<String> text(String name) {
    return textOrEmpty(name).filter(v -> !v.isEmpty());
  }

  /** Returns the value as sent, including an empty one. */
  public Optional<String> textOrEmpty(String name) {
    return Optional.ofNullable(replaceNul(params.get(name)));
  }

  public String requiredText(String name) {
    return text(name).orElseGet(() -> addMissing(name, ""));
  }

  /** Returns all values of a repeatable parameter; {@code name[]} is accepted too. */
  public List<String> texts(String name) {
    List<String> out = new ArrayList<>(params.getAll(name));
    out.addAll(params.getAll(name + "[]"));
    out.removeIf(String::isEmpty);
    out.replaceAll(QueryParameters::replaceNul);
    return out;
  }

  public int integer(String name, int fallback, int min, int max) {
    return text(name)
        .map(
            v -> {
              try {
                long n = Long.parseLong(v);
                if (n < min) {
                  addError(
                      name,
                      "Input should be greater than or equal to " + min,
                      "greater_than_equal");
                } else if (n > max) {
                  addError(name, "Input should be less than or equal to " + max, "less_than_equal");
                } else {
                  return (int) n;
                }
              } catch (NumberFormatException e) {
                addError(name, "Input should be a valid integer", "int_parsing");
              }
              return fallback;
            })
        .orElse(fallback);
  }

  public double number(String name, double fallback, double min, double max) {
    return text(name)
        .map(
            v -> {
              try {
                double n = Double.parseDouble(v);
                if (n >= min && n <= max) {
                  return n;
                }
                addError(
                    name,
                    "Input should be between " + min + " and " + max,
                    n < min ? "greater_than_equal" : "less_than_equal");
              } catch (NumberFormatException e) {
                addError(name, "Input should be a valid number", "float_parsing");
              }
              return fallback;
            })
        .orElse(fallback);
  }

  public Optional<UUID> uuid(String name) {
    return text(name).flatMap(v -> parseUuid(name, v));
  }

  public UUID requiredUuid(String name) {
    Optional<String> v = text(name);
    return v.isEmpty() ? addMissing(name, null) : parseUuid(name, v.get()).orElse(null);
  }

  /** Returns the UUIDs of a repeatable parameter. */
  public List<UUID> uuids(String name) {
    List<UUID> out = new ArrayList<>();
    texts(name).forEach(v -> parseUuid(name, v).ifPresent(out::add));
    return out;
  }

  private Optional<UUID> parseUuid(String name, String v) {
    try {
      if (v.length() == 36) {
        return Optional.of(UUID.fromString(v));
      }
    } catch (IllegalArgumentException e) {
      // reported below
    }
    addError(name, "Input should be a valid UUID", "uuid_parsing");
    return Optional.empty();
  }

  public Optional<LocalDate> date(String name) {
    return text(name)
        .flatMap(
            v -> {
              Optional<LocalDate> d = io.tributary.core.Times.parseDate(v);
              if (d.isEmpty()) {
                addError(name, "Input should be a date, YYYY-MM-DD", "date_parsing");
              }
              return d;
            });
  }

  /** Reads a value of a closed list. */
  public <E> Optional<E> choice(
      String name, Function<String, Optional<E>> of, List<String> allowed) {
    return text(name)
        .flatMap(
            v -> {
              Optional<E> e = of.apply(v);
              if (e.isEmpty()) {
                addError(name, "Input should be one of: " + String.join(", ", allowed), "enum");
              }
              return e;
            });
  }

  /** Adds an error about a parameter. */
  public void addError(String name, String msg, String type) {
    errors.add(FieldError.query(name, msg, type));
  }

  private <T> T addMissing(String name, T placeholder) {
    addError(name, "Field required", "missing");
    return placeholder;
  }
}
