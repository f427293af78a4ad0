package io.tributary.lab.state;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The status of an order in one word: {@code high.method.low}. */
public final class FullStatus {
  /** Spellings that documents use and we never write. */
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
      modality.moves().states().forEach(low -> out.put(text(modality, low), low));
    }
    return out;
  }

  /** As it is written in JSON. */
  public static String text(Modality modality, LowStatus low) {
    return String.join(".", low.high(modality).text(), modality.method(), low.text());
  }

  /** The word as we write it, for any spelling we know. */
  public static Optional<String> canonical(String text) {
    String own = ALIASES.getOrDefault(text, text);
    return BY_TEXT.containsKey(own) ? Optional.of(own) : Optional.empty();
  }

  /** The last part of a full status we know; empty for anything else. */
  public static Optional<LowStatus> low(String text) {
    return canonical(text).map(BY_TEXT::get);
  }

  /** The collection method in a full status we know. */
  public static Optional<String> method(String text) {
    return canonical(text).map(own -> Arrays.asList(own.split("\\.")).get(1));
  }

  /** All there are. */
  public static Set<String> all() {
    return Set.copyOf(BY_TEXT.keySet());
  }
}
