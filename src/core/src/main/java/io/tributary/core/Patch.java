package io.tributary.core;

import java.util.function.Function;

/** The three states of a field in a patch: absent keeps, null clears, a value replaces. */
public sealed interface Patch<T> {
  /** The field was absent. */
  record Keep<T>() implements Patch<T> {}

  /** The field was null. */
  record Clear<T>() implements Patch<T> {}

  /** The field had a value. */
  record Put<T>(T value) implements Patch<T> {}

  /** The value after this patch; null means "none" and only meets the database. */
  default T over(T old) {
    return switch (this) {
      case Keep<T> k -> old;
      case Clear<T> c -> null;
      case Put<T>(T value) -> value;
    };
  }

  default <R> Patch<R> map(Function<T, R> f) {
    return switch (this) {
      case Keep<T> k -> new Keep<>();
      case Clear<T> c -> new Clear<>();
      case Put<T>(T value) -> new Put<>(f.apply(value));
    };
  }

  default boolean changes() {
    return !(this instanceof Keep<T>);
  }
}
