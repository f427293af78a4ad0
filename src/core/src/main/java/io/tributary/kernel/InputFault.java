package io.tributary.kernel;

import java.util.List;

/**
 * One fault of a request, as a 422 lists it.
 *
 * @param loc where: {@code body}, {@code query}, {@code path} or {@code header}, then names and
 *     indexes
 * @param msg for people
 * @param type for programs, e.g. {@code missing}, {@code int_parsing}
 */
public record InputFault(List<Object> loc, String msg, String type) {
  public InputFault {
    loc = List.copyOf(loc);
  }

  public static InputFault query(String name, String msg, String type) {
    return new InputFault(List.of("query", name), msg, type);
  }

  public static InputFault path(String name, String msg, String type) {
    return new InputFault(List.of("path", name), msg, type);
  }

  public static InputFault body(String name, String msg, String type) {
    return new InputFault(List.of("body", name), msg, type);
  }
}
