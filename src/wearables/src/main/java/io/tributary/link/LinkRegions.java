package io.tributary.link;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Regions of provider accounts. */
final class LinkRegions {
  private static final String RESOURCE = "/provider/link_regions.json";
  private static final JsonNode TABLE = load();

  /** Regions that the link API accepts. */
  static final List<String> NAMES = texts(TABLE.get("regions"));

  private LinkRegions() {}

  static Optional<String> parse(String text) {
    return Optional.of(text).filter(NAMES::contains);
  }

  /**
   * Returns the region in which a practice is asked for a patient. Empty when the installation
   * serves no patients there.
   *
   * @param installation us or eu
   * @param asked region in the link request
   */
  static Optional<String> practiceRegion(String installation, Optional<String> asked) {
    JsonNode practices = TABLE.get("practices").path(installation);
    String region = asked.orElse(practices.path("default").asText(""));
    return Optional.of(region).filter(texts(practices.path("served"))::contains);
  }

  /** Default region of an installation. */
  static String defaultRegion(String installation) {
    return TABLE.get("practices").path(installation).path("default").asText("");
  }

  /** English name of a region. */
  static String displayName(String region) {
    return Locale.of("", region).getDisplayCountry(Locale.ENGLISH);
  }

  private static List<String> texts(JsonNode list) {
    List<String> out = new ArrayList<>();
    list.forEach(n -> out.add(n.textValue()));
    return List.copyOf(out);
  }

  private static JsonNode load() {
    try (InputStream in = LinkRegions.class.getResourceAsStream(RESOURCE)) {
      return Json.parse(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
