package io.tributary.lab.state;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Full status of an order in the form {@code high.method.low}. */
public final class FullStatus {
  /** Accepted spellings that are never written. */
  private static final Map<String, String> ALIASES =
      Map.of(
          "received.testkit.testkit_registered", "received.testkit.registered",
          "collecting_sample.on_site_collection.draw_completed",
              "sample_with_lab.on_site_collection.draw_completed");

  private static final Map<String, LowStatus> BY_TEXT = byText();

  private FullStatus() {}

  private static Map<String, LowStatus> byText() {
    Map<String, LowStatus> out = new LinkedHashMap<>();
    for (Modality modality : Modality.values()) {
      modality.transitions().states().forEach(low -> out.put(format(modality, low), low));
    }
    return out;
  }

  public static String format(Modality modality, LowStatus low) {
    return String.join(
        ".", low.highStatus(modality).wireName(), modality.collectionMethod(), low.wireName());
  }

  /** Canonical form of any accepted spelling. */
  public static Optional<String> canonical(String text) {
    String own = ALIASES.getOrDefault(text, text);
    return BY_TEXT.containsKey(own) ? Optional.of(own) : Optional.empty();
  }

  /** Last part of a known full status; empty for anything else. */
  public static Optional<LowStatus> lowStatus(String text) {
    return canonical(text).map(BY_TEXT::get);
  }

  /** Collection method of a known full status. */
  public static Optional<String> collectionMethod(String text) {
    return canonical(text).map(own -> Arrays.asList(own.split("\\.")).get(1));
  }

  public static Set<String> all() {
    return Set.copyOf(BY_TEXT.keySet());
  }
}
