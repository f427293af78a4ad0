package io.tributary.provider;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.ingest.IngestResult;
import io.tributary.ingest.TestUser;
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

/** Node test cases: links, history, stored data and events. */
final class NodeTestCases {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final ProviderTestSpec spec;
  private final SimulatedVendorCloud cloud;
  private final ProviderTestNode node;

  NodeTestCases(ProviderTestSpec spec, SimulatedVendorCloud cloud, ProviderTestNode node) {
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

  /** Checks that a grant creates a connection with access to every resource, and one event. */
  void link() {
    String user = node.linkPerson("lina");
    JsonNode c = node.connection(user);
    assertEquals("connected", c.get("status").asText());
    assertEquals(spec.slug, c.get("slug").asText());
    assertEquals(spec.userIdentityMissing, c.get("external_user_id").asText("").isEmpty());
    for (String resource : resources()) {
      assertEquals(
          "available", c.at("/resource_availability/" + resource + "/status").asText(), resource);
    }
    List<JsonNode> created = node.events(user, "provider.connection.created");
    assertEquals(1, created.size());
    assertEquals(spec.slug, created.getFirst().at("/provider/slug").asText());
    assertEquals(c.get("external_user_id"), created.getFirst().get("external_user_id"));
  }

  /** Checks that a declined scope disables only its resources. */
  void partialGrant() {
    String scope = spec.declinedScope.orElseThrow();
    String kept =
        cloud.adapter.descriptor().defaultScopes().stream()
            .filter(s -> !s.equals(scope))
            .collect(Collectors.joining(" "));
    String user = node.user();
    assertEquals(
        "success",
        node.link(
                node.token(user),
                SimulatedVendorCloud.consentParameters("paula")
                    + "&sim_scopes="
                    + SimulatedVendorCloud.text(kept))
            .get("state"));
    JsonNode available = node.connection(user).get("resource_availability");
    Set<String> lost = spec.lostResources.stream().map(Resource::wire).collect(Collectors.toSet());
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

  /**
   * Checks that a denial or unknown login is reported with its reason and that the token can be
   * used again.
   */
  void deny() {
    String user = node.user();
    String token = node.token(user);
    if (cloud.adapter.login().isPresent()) {
      JsonNode denied = node.submitSignIn(token, "nobody@example.com", "wrong");
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

  /**
   * Checks that a grant revoked at the vendor ends the connection, with one event and no further
   * calls.
   */
  void revoked() {
    if (spec.daySender.isPresent()) {
      node.registerWebhook();
    }
    String user = node.linkPerson("vera");
    eventually(
        LIMIT, () -> assertEquals(Set.of("success"), new HashSet<>(node.history(user).values())));
    if (spec.daySender.isPresent()) {
      eventually(LIMIT, () -> assertTrue(node.isIdle()));
    }
    cloud.revokeGrant("vera");
    eventually(
        LIMIT,
        () -> {
          if (spec.daySender.isEmpty()) {
            node.makePollDue(user);
          }
          assertEquals("error", node.connection(user).get("status").asText());
        });
    assertEquals(spec.revokedError, node.connection(user).at("/error_details/error_type").asText());
    assertEquals(1, node.events(user, "provider.connection.error").size());
    int calls = calls();
    node.node.post("/v2/user/refresh/" + user, null).expect(400);
    assertEquals(calls, calls(), "a connection that ended is called");
  }

  /** Returns the number of requests to the cloud. */
  private int calls() {
    return cloud.controlled("requests").getJsonObject("paths").stream()
        .filter(e -> !e.getKey().startsWith("/control"))
        .mapToInt(e -> (Integer) e.getValue())
        .sum();
  }

  /** Checks that each resource announces its history once. */
  void history() {
    if (spec.daySender.isPresent()) {
      node.registerWebhook();
    }
    String user = node.linkPerson("hanna");
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
    if (spec.daySender.isPresent()) {
      // Requested data arrives as new data.
      String daily = "daily.data." + spec.revised.wire() + ".created";
      eventually(
          LIMIT,
          () ->
              assertEquals(
                  ProviderTestSuite.HISTORY_DAYS + 1,
                  node.eventTypes(user, "daily.").getOrDefault(daily, 0L)));
      eventually(LIMIT, () -> assertTrue(node.isIdle()));
    } else {
      assertEquals(Map.of(), node.eventTypes(user, "daily."));
    }
  }

  /** Checks that a day revised by the vendor changes only its resource. */
  void incremental() {
    TestAccount account = cloud.account("ines", null);
    TestUser person = TestUser.of(node.node);
    person.provider = spec.slug;
    LocalDate last = SimulatedVendorCloud.today().minusDays(2);
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

  /**
   * Checks that the same days, also in another vendor format, change no row and create no event.
   */
  void dedupe() {
    TestAccount account = cloud.account("dita", null);
    TestUser person = TestUser.of(node.node);
    person.provider = spec.slug;
    LocalDate last = SimulatedVendorCloud.today().minusDays(2);
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
