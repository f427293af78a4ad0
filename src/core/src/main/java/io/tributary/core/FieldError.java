package io.tributary.core;

import java.util.List;

/**
 * One fault of a request, as a 422 lists it.
 *
 * @param loc where: {@code body}, {@code query}, {@code path} or {@code header}, then names and
 *     indexes
 * @param msg for people
 * @param type for programs, e.g. {@code missing}, {@code int_parsing}
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
