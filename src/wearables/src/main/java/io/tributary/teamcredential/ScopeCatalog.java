package io.tributary.teamcredential;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Scopes that teams may require, by provider: those of the public API, and those that providers
 * have added.
 */
final class ScopeCatalog {
  private static final String RESOURCE = "/provider/scopes.json";

  private final SortedMap<String, List<String>> byProvider = new TreeMap<>();

  private ScopeCatalog() {}

  static ScopeCatalog load() {
    ScopeCatalog out = new ScopeCatalog();
    try (InputStream in = ScopeCatalog.class.getResourceAsStream(RESOURCE)) {
      JsonNode all = Json.parse(in.readAllBytes());
      all.fields()
          .forEachRemaining(
              f -> {
                List<String> scopes = new ArrayList<>();
                f.getValue().forEach(s -> scopes.add(s.textValue()));
                out.byProvider.put(f.getKey(), List.copyOf(scopes));
              });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out;
  }

  List<String> providers() {
    return List.copyOf(byProvider.keySet());
  }

  List<String> of(String provider) {
    return byProvider.get(provider);
  }
}
