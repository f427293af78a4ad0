package io.tributary.provider;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.ingest.IngestResult;
import io.tributary.ingest.Person;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What a node with the adapter is held to: links, history, and what is stored and told. */
final class NodeCells {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final CasesSpec spec;
  private final CasesCloud cloud;
  private final CasesNode node;

  NodeCells(CasesSpec spec, CasesCloud cloud, CasesNode node) {
    this.spec = spec;
    this.cloud = cloud;
    this.node = node;
  }

  private Set<String> resources() {
    List<Resource> all =
        spec.resources.isEmpty()
            ? cloud.adapter.descriptor().resources()
            : List.copyOf(spec.resources);
    return all.stream().map(Resource::wire).collect(Collectors.toCollection(TreeSet::new));
  }

  /** A grant makes a connection that may read everything, and one event that says so. */
  void link() {
    String user = node.linked("lina");
    JsonNode c = node.connection(user);
    assertEquals("connected", c.get("status").asText());
    assertEquals(spec.slug, c.get("slug").asText());
    assertEquals(spec.nameless, c.get("external_user_id").asText("").isEmpty());
    for (String resource : resources()) {
      assertEquals(
          "available", c.at("/resource_availability/" + resource + "/status").asText(), resource);
    }
    List<JsonNode> created = node.events(user, "provider.connection.created");
    assertEquals(1, created.size());
    assertEquals(spec.slug, created.getFirst().at("/provider/slug").asText());
    assertEquals(c.get("external_user_id"), created.getFirst().get("external_user_id"));
  }

  /** A scope that was left out costs its resources and no others. */
  void partialGrant() {
    String scope = spec.untick.orElseThrow();
    String kept =
        cloud.adapter.descriptor().defaultScopes().stream()
            .filter(s -> !s.equals(scope))
            .collect(Collectors.joining(" "));
    String user = node.user();
    assertEquals(
        "success",
        node.link(
                node.token(user),
                CasesCloud.agrees("paula") + "&sim_scopes=" + CasesCloud.text(kept))
            .get("state"));
    JsonNode available = node.connection(user).get("resource_availability");
    Set<String> lost = spec.lost.stream().map(Resource::wire).collect(Collectors.toSet());
    assertFalse(lost.isEmpty());
    for (String resource : resources()) {
      JsonNode of = available.get(resource);
      assertEquals(
          lost.contains(resource) ? "unavailable" : "available",
          of.get("status").asText(),
          resource);
      if (lost.contains(resource)) {
        assertTrue(
            node.texts(of.at("/scope_requirements/user_denied/required")).contains(scope),
            resource);
      }
    }
    Set<String> read = resources();
    read.removeAll(lost);
    eventually(
        LIMIT,
        () -> {
          Map<String, String> history = node.history(user);
          read.forEach(r -> assertEquals("success", history.get(r), r));
        });
    lost.forEach(r -> assertNotEquals("success", node.history(user).get(r), r));
  }

  /** Who says no, or who nobody is, comes back with the reason, and may link by the same token. */
  void deny() {
    String user = node.user();
    String token = node.token(user);
    if (cloud.adapter.login().isPresent()) {
      JsonNode denied = node.type(token, "nobody@example.com", "wrong");
      assertEquals("error", denied.get("state").asText());
      assertEquals("provider_credential_error", denied.get("error_type").asText());
    } else {
      Map<String, String> denied = node.link(token, "&sim_decision=deny");
      assertEquals("error", denied.get("state"));
      assertEquals("provider_credential_error", denied.get("error_type"));
    }
    assertEquals(0, node.connections(user));
    assertEquals("success", node.grant(token, "dora"));
  }

  /** A grant that was withdrawn at the vendor ends the connection, its event and its calls. */
  void revoked() {
    if (spec.daysTold.isPresent()) {
      node.isToldOfNews();
    }
    String user = node.linked("vera");
    eventually(
        LIMIT, () -> assertEquals(Set.of("success"), new HashSet<>(node.history(user).values())));
    if (spec.daysTold.isPresent()) {
      eventually(LIMIT, () -> assertTrue(node.quiet()));
    }
    cloud.withdraw("vera");
    eventually(
        LIMIT,
        () -> {
          if (spec.daysTold.isEmpty()) {
            node.poll(user);
          }
          assertEquals("error", node.connection(user).get("status").asText());
        });
    assertEquals(spec.revokedError, node.connection(user).at("/error_details/error_type").asText());
    assertEquals(1, node.events(user, "provider.connection.error").size());
    int calls = calls();
    node.node.post("/v2/user/refresh/" + user, null).expect(400);
    assertEquals(calls, calls(), "a connection that ended is called");
  }

  /** Requests that the cloud has had. */
  private int calls() {
    return cloud.controlled("requests").getJsonObject("paths").stream()
        .filter(e -> !e.getKey().startsWith("/control"))
        .mapToInt(e -> (Integer) e.getValue())
        .sum();
  }

  /** Each resource says once that its history is there. */
  void history() {
    if (spec.daysTold.isPresent()) {
      node.isToldOfNews();
    }
    String user = node.linked("hanna");
    Set<String> expected = resources();
    eventually(
        LIMIT,
        () -> {
          Map<String, String> history = node.history(user);
          assertEquals(expected, history.keySet());
          assertEquals(Set.of("success"), new HashSet<>(history.values()), history::toString);
        });
    Map<String, Long> events = node.eventTypes(user, "historical.data.");
    assertEquals(
        expected.stream()
            .map(r -> "historical.data." + r + ".created")
            .collect(Collectors.toCollection(TreeSet::new)),
        events.keySet());
    assertEquals(Set.of(1L), new HashSet<>(events.values()), events::toString);
    if (spec.daysTold.isPresent()) {
      // What was asked for comes as any news.
      String daily = "daily.data." + spec.revised.wire() + ".created";
      eventually(
          LIMIT,
          () ->
              assertEquals(
                  ProviderCases.HISTORY_DAYS + 1,
                  node.eventTypes(user, "daily.").getOrDefault(daily, 0L)));
      eventually(LIMIT, () -> assertTrue(node.quiet()));
    } else {
      assertEquals(Map.of(), node.eventTypes(user, "daily."));
    }
  }

  /** A day that the vendor thought over changes what it is about, and nothing else. */
  void incremental() {
    ProbeAccount account = cloud.account("ines", null);
    Person person = Person.of(node.node);
    person.provider = spec.slug;
    LocalDate last = CasesCloud.today().minusDays(2);
    LocalDate first = last.minusDays(2);
    person.backfill(cloud.read(account, first, last));
    assertEquals(List.of(), person.eventTypes());
    cloud.control(
        "people/" + cloud.idOf("ines") + "/revise", new JsonObject().put("day", last.toString()));
    IngestResult stored = person.store(cloud.read(account, first, last));
    assertTrue(
        stored.updated().getOrDefault(spec.revised, 0)
                + stored.created().getOrDefault(spec.revised, 0)
            > 0,
        () -> "updated " + stored.updated() + " created " + stored.created());
    Set<Resource> changed = new HashSet<>(stored.updated().keySet());
    changed.addAll(stored.created().keySet());
    Set<String> told =
        person.eventTypes().stream()
            .map(t -> t.replaceFirst("daily\\.data\\.(.*)\\.(created|updated)", "$1"))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(
        changed.stream().map(Resource::wire).collect(Collectors.toCollection(TreeSet::new)), told);
  }

  /** The same days again, in other words of the vendor too: no row and no event. */
  void dedupe() {
    ProbeAccount account = cloud.account("dita", null);
    Person person = Person.of(node.node);
    person.provider = spec.slug;
    LocalDate last = CasesCloud.today().minusDays(2);
    NormalizedBatch batch = cloud.read(account, last.minusDays(2), last);
    assertFalse(batch.isEmpty());
    person.store(batch);
    List<String> events = person.eventTypes();
    assertFalse(events.isEmpty());
    long samples = person.rows("sample");
    long summaries = person.rows("summary");
    IngestResult again = person.store(cloud.read(account, last.minusDays(2), last));
    assertEquals(Map.of(), again.created());
    assertEquals(Map.of(), again.updated());
    assertTrue(again.unchanged() > 0);
    assertEquals(samples, person.rows("sample"));
    assertEquals(summaries, person.rows("summary"));
    assertEquals(events, person.eventTypes());
  }
}
