package io.tributary.provider.sdk;

import io.tributary.model.SourceType;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Source types of records. */
final class SourceTypes {
  private static final Map<String, SourceType> NAMES =
      Arrays.stream(SourceType.values())
          .collect(Collectors.toUnmodifiableMap(SourceType::wire, Function.identity()));

  private SourceTypes() {}

  /** Returns null for a name that is not one of the sixteen source types. */
  static SourceType find(String name) {
    return NAMES.get(name);
  }

  /**
   * Returns the source type that the record names, or otherwise the one that its product implies,
   * or otherwise the provider's default.
   *
   * @param named null if the record names none
   * @param product such as {@code Watch6,1}; null if unknown
   */
  static SourceType of(SdkProvider provider, SourceType named, String product) {
    if (named != null) {
      return named;
    }
    if (product != null) {
      String p = product.toLowerCase(Locale.ROOT);
      if (p.startsWith("watch")) {
        return SourceType.WATCH;
      }
      if (p.startsWith("iphone") || p.startsWith("phone")) {
        return SourceType.PHONE;
      }
      SourceType word = NAMES.get(p);
      if (word != null) {
        return word;
      }
    }
    return provider.type();
  }

  /** Returns whether a product is only the name of a source type and not a model. */
  static boolean isSourceTypeName(String product) {
    return NAMES.containsKey(product.toLowerCase(Locale.ROOT));
  }
}
