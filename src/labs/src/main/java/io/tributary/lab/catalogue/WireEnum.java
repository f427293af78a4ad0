package io.tributary.lab.catalogue;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Conversion between enums and their wire names, which are the constants in lower case. */
final class WireEnum {
  private WireEnum() {}

  static String wireName(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  static <E extends Enum<E>> Optional<E> parse(Class<E> type, String word) {
    return Arrays.stream(type.getEnumConstants()).filter(e -> wireName(e).equals(word)).findFirst();
  }

  static List<String> wireNames(Class<? extends Enum<?>> type) {
    return Arrays.stream(type.getEnumConstants()).map(WireEnum::wireName).toList();
  }
}
