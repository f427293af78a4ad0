package io.tributary.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.model.RawDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes {@code src/test/resources/fuzz/providers.json} with one shortened document of each kind of
 * each provider, as its simulator returns it and its puller keeps it. The normalizer fuzz tests use
 * these as seeds. Run it again when a provider gets a new document kind.
 */
public final class ProviderSeedGenerator {
  private static final int MOST_ELEMENTS = 3;

  private ProviderSeedGenerator() {}

  /** Writes the documents of the given slugs, or of all providers without arguments. */
  public static void main(String[] args) throws Exception {
    Path file = Path.of("src/providers/src/test/resources/fuzz/providers.json");
    ObjectNode out =
        Files.exists(file) ? (ObjectNode) Json.parse(Files.readAllBytes(file)) : Json.object();
    for (String slug :
        args.length == 0 ? ProviderTestSuite.ALL.keySet() : java.util.List.of(args)) {
      ProviderTestSpec spec =
          ProviderTestSuite.ALL.get(slug).getDeclaredConstructor().newInstance().spec();
      try (SimulatedVendorCloud cloud = new SimulatedVendorCloud(spec, 6)) {
        out.set(slug, spec.daySender.isPresent() ? sentDocuments(cloud, slug) : seeds(cloud));
      }
      System.out.println(slug + " " + out.get(slug).size());
    }
    write(file, out);
    System.exit(0);
  }

  /** Returns documents of a provider that sends days instead of being polled. */
  private static ArrayNode sentDocuments(SimulatedVendorCloud cloud, String slug)
      throws IOException {
    String facts = AccountContext.of(cloud.account("Ann", ZoneId.of("Europe/Berlin"))).toJsonText();
    ArrayNode out = Json.array();
    Json.parse(
            Files.readAllBytes(
                Path.of("src/providers/src/test/resources/provider", slug, "push.json")))
        .properties()
        .forEach(
            kind ->
                out.add(
                    Json.object()
                        .put("kind", kind.getKey())
                        .put("key", "k")
                        .put("facts", facts)
                        .<ObjectNode>set("body", shortened(kind.getValue().get(0)))));
    return out;
  }

  private static ArrayNode seeds(SimulatedVendorCloud cloud) {
    TestAccount account = cloud.account("Ann", ZoneId.of("Europe/Berlin"));
    Map<String, ObjectNode> byKind = new TreeMap<>();
    LocalDate last = SimulatedVendorCloud.today().minusDays(1);
    for (Feed feed : cloud.adapter.descriptor().feeds()) {
      LocalDate first = last.minusDays(Math.min(2, feed.windowDays() - 1L));
      JsonNode cursor = null;
      do {
        Puller.Page page;
        try {
          page =
              cloud
                  .adapter
                  .puller()
                  .orElseThrow()
                  .pull(account, feed, new Puller.Window(first, last, Instant.now()), cursor);
        } catch (RuntimeException notAsked) {
          System.out.println("  " + feed.name() + ": " + notAsked);
          break;
        }
        for (RawDocument d : page.documents().get()) {
          byKind.computeIfAbsent(
              d.kind(),
              kind ->
                  Json.object()
                      .put("kind", kind)
                      .put("key", d.key())
                      .put("facts", AccountContext.of(account).toJsonText())
                      .set("body", shortened(d.body())));
        }
        cursor = page.next();
      } while (cursor != null);
    }
    ArrayNode out = Json.array();
    byKind.values().forEach(out::add);
    return out;
  }

  /** Shortens each list of the document. */
  private static JsonNode shortened(JsonNode node) {
    if (node instanceof ArrayNode list) {
      ArrayNode out = Json.array();
      for (int i = 0; i < Math.min(MOST_ELEMENTS, list.size()); i++) {
        out.add(shortened(list.get(i)));
      }
      return out;
    }
    if (node instanceof ObjectNode object) {
      ObjectNode out = Json.object();
      object.properties().forEach(p -> out.set(p.getKey(), shortened(p.getValue())));
      return out;
    }
    return node;
  }

  /** Writes one line for each document. */
  private static void write(Path file, ObjectNode all) throws IOException {
    StringBuilder text = new StringBuilder("{");
    all.properties()
        .forEach(
            p -> {
              text.append(text.length() > 1 ? ",\n" : "\n")
                  .append(Json.text(p.getKey()))
                  .append(": [");
              for (int i = 0; i < p.getValue().size(); i++) {
                text.append(i == 0 ? "\n  " : ",\n  ").append(p.getValue().get(i));
              }
              text.append(']');
            });
    Files.createDirectories(file.getParent());
    Files.writeString(file, text.append("\n}\n").toString());
  }
}
