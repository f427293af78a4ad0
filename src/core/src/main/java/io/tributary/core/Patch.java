package io.tributary.core;

import java.util.function.Function;

/** Field of a PATCH request: absent keeps the value, null clears it, a value replaces it. */
public sealed interface Patch<T> {
  record Keep<T>() implements Patch<T> {}

  record Clear<T>() implements Patch<T> {}

  record Put<T>(T value) implements Patch<T> {}

  /** Returns the value after this patch; null clears the column. */
  default T applyTo(T old) {
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
