package io.tributary.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.model.NormalizedBatch;
import io.tributary.testkit.fuzz.FuzzTarget;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Fuzz targets: documents and notifications of providers. */
public final class ProviderFuzzTargets {
  private static final Instant NOW = Instant.parse("2026-03-03T08:00:00Z");
  private static final UUID USER = new UUID(1, 2);

  private ProviderFuzzTargets() {}

  public static List<FuzzTarget> all() {
    ProviderHttp http =
        new ProviderHttp(
            Vertx.vertx(),
            new ProviderHttp.Limits(
                Duration.ofSeconds(1),
                1,
                Duration.ofMillis(1),
                1,
                Duration.ofSeconds(1),
                Duration.ofSeconds(1)));
    Map<String, Adapter> adapters = new HashMap<>();
    ProviderTestSuite.ALL.forEach((slug, row) -> adapters.put(slug, adapter(row, http)));
    List<FuzzTarget> out = new ArrayList<>();
    seeds()
        .properties()
        .forEach(
            slug ->
                adapters
                    .get(slug.getKey())
                    .mapping()
                    .map(
                        mapping ->
                            documents(
                                slug.getKey(),
                                adapters.get(slug.getKey()),
                                mapping,
                                slug.getValue()))
                    .ifPresent(out::add));
    adapters.forEach(
        (slug, adapter) -> adapter.inbound().ifPresent(inbound -> out.add(notices(slug, inbound))));
    out.sort(java.util.Comparator.comparing(FuzzTarget::name));
    return out;
  }

  private static Adapter adapter(Class<? extends ProviderTestSuite> row, ProviderHttp http) {
    try {
      return row.getDeclaredConstructor().newInstance().spec().adapter.apply(http);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ObjectNode seeds() {
    try (InputStream in = ProviderFuzzTargets.class.getResourceAsStream("/fuzz/providers.json")) {
      return (ObjectNode) Json.parse(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Maps each feed from all documents, one of which is damaged. */
  private static FuzzTarget documents(
      String slug, Adapter adapter, DocumentMapper mapping, JsonNode kept) {
    FuzzTarget out =
        FuzzTarget.json("provider/" + slug, in -> map(adapter, mapping, kept, Json.parse(in)))
            // Input that is not JSON.
            .expecting(IllegalArgumentException.class);
    for (JsonNode document : kept) {
      out =
          out.tree(
              Json.object()
                  .put("kind", document.path("kind").asText())
                  .<ObjectNode>set("body", document.get("body")));
    }
    return out;
  }

  private static void map(
      Adapter adapter, DocumentMapper mapping, JsonNode kept, JsonNode damaged) {
    String kind = damaged.path("kind").asText();
    List<DocumentMapper.Document> documents = new ArrayList<>();
    for (JsonNode document : kept) {
      boolean this1 = document.path("kind").asText().equals(kind);
      documents.add(
          new DocumentMapper.Document(
              document.path("kind").asText(),
              document.path("key").asText(),
              AccountContext.parse(document.path("facts").asText()),
              this1 && damaged.has("body") ? damaged.get("body") : document.get("body")));
    }
    for (Feed feed : adapter.descriptor().feeds()) {
      DocumentMapper.RequiredKinds need = mapping.requiredKinds(feed);
      if (!need.kinds().contains(kind) && !need.undated().contains(kind)) {
        continue;
      }
      List<DocumentMapper.Document> wanted =
          documents.stream()
              .filter(d -> need.kinds().contains(d.kind()) || need.undated().contains(d.kind()))
              .toList();
      try {
        mapping.normalize(feed, wanted).forEach(ProviderFuzzTargets::stored);
      } catch (IllegalArgumentException e) {
        // A mapping must not throw: a malformed value costs its record and no other.
        throw new AssertionError(feed.name() + ": one document costs the whole feed", e);
      }
    }
  }

  /** Checks that the records can be serialized. */
  private static void stored(NormalizedBatch batch) {
    batch
        .summaries()
        .forEach(
            s -> {
              s.id(USER);
              s.content(USER);
            });
    batch.samples().forEach(Object::toString);
  }

  private static FuzzTarget notices(String slug, NotificationParser inbound) {
    FuzzTarget out =
        slug.equals("withings")
            ? FuzzTarget.bytes("inbound/" + slug, in -> receive(slug, inbound, in))
            : FuzzTarget.json("inbound/" + slug, in -> receive(slug, inbound, in));
    return out.seed(ProviderNotifications.of(slug))
        // A verified notification that cannot be parsed is answered with 400.
        .expecting(
            IllegalArgumentException.class,
            NumberFormatException.class,
            DateTimeException.class,
            DateTimeParseException.class);
  }

  private static void receive(String slug, NotificationParser inbound, byte[] body) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    ProviderNotifications.sign(slug, body, NOW, headers);
    inbound.receive(
        new NotificationParser.NotificationRequest(
            ProviderNotifications.app(slug),
            ProviderNotifications.HOOK,
            Optional.of(ProviderNotifications.SIGNING_KEY),
            "POST",
            headers,
            MultiMap.caseInsensitiveMultiMap(),
            Buffer.buffer(body),
            NOW));
  }
}
