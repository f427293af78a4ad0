package io.tributary.provider.sdk;

import io.tributary.model.SourceType;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What measured a record. */
final class SourceTypes {
  private static final Map<String, SourceType> NAMES =
      Arrays.stream(SourceType.values())
          .collect(Collectors.toUnmodifiableMap(SourceType::wire, Function.identity()));

  private SourceTypes() {}

  /** Null for a name that is none of the sixteen. */
  static SourceType named(String name) {
    return NAMES.get(name);
  }

  /**
   * By the record's word, else by its product, else what the provider's records mostly are.
   *
   * @param named null when the record does not say
   * @param product such as {@code Watch6,1}; null when it is not known
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

  /** Whether a product is only a word for a kind of device, not a model. */
  static boolean isWord(String product) {
    return NAMES.containsKey(product.toLowerCase(Locale.ROOT));
  }
}
