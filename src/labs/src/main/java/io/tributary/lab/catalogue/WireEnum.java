package io.tributary.lab.catalogue;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Conversion between enums and their wire names, which are the constants in lower case. */
final class WireEnum {
  private WireEnum() {}

  static String of(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  static <E extends Enum<E>> Optional<E> read(Class<E> type, String word) {
    return Arrays.stream(type.getEnumConstants()).filter(e -> of(e).equals(word)).findFirst();
  }

  static List<String> words(Class<? extends Enum<?>> type) {
    return Arrays.stream(type.getEnumConstants()).map(WireEnum::of).toList();
  }
}
