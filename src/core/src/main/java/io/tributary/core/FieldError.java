package io.tributary.core;

import java.util.List;

/**
 * Validation error of one request field, as listed in a 422 response.
 *
 * @param loc location: {@code body}, {@code query}, {@code path} or {@code header}, followed by
 *     names and indexes
 * @param msg human-readable message
 * @param type machine-readable code, e.g. {@code missing}, {@code int_parsing}
 */
public record FieldError(List<Object> loc, String msg, String type) {
  public FieldError {
    loc = List.copyOf(loc);
  }

  public static FieldError query(String name, String msg, String type) {
    return new FieldError(List.of("query", name), msg, type);
  }

  public static FieldError path(String name, String msg, String type) {
    return new FieldError(List.of("path", name), msg, type);
  }

  public static FieldError body(String name, String msg, String type) {
    return new FieldError(List.of("body", name), msg, type);
  }
}
