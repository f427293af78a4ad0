package io.tributary.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.db.RowMapping;
import io.tributary.event.Outbox;
import io.tributary.model.DeviceDescription;
import io.tributary.model.SourceType;
import io.tributary.testkit.EventSchemaValidator;
import io.tributary.testkit.TestNode;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class DeviceRegistryTest {
  private static final DeviceRegistry DEVICES = new DeviceRegistry(new Outbox());
  private static TestNode node;

  @BeforeAll
  static void start() {
    node = TestNode.start();
  }

  @AfterAll
  static void stop() {
    assertTrue(EventSchemaValidator.assertAllValid(node) > 0);
    node.close();
  }

  private static UUID user() {
    UUID id = Ids.uuid();
    node.db()
        .query(
            "insert into app_user (id, team_id, environment, client_user_id)"
                + " values ($1, $2, 'sandbox', $3)",
            id,
            node.first().team(),
            id.toString());
    return id;
  }

  private static DeviceDescription ring(String version, String id) {
    return new DeviceDescription("oura", SourceType.RING, null, "Oura", "gen4", version, id);
  }

  private static UUID observe(UUID user, DeviceDescription facts) {
    return node.db().tx(tx -> DEVICES.observe(tx, node.tenant(), user, user.toString(), facts));
  }

  private static List<JsonNode> events(UUID user) {
    return RowMapping.list(
        node.db().query("select body from message where user_id = $1 order by id", user),
        r -> Json.parse(RowMapping.bytes(r, "body")));
  }

  @Test
  void aDeviceIsCreatedOnceAndUpdatedOnlyOnChange() {
    UUID user = user();
    UUID first = observe(user, ring("1", "r1"));
    assertEquals(first, observe(user, ring("1", "r1")));
    assertEquals(first, observe(user, ring("2", "r1")));
    assertEquals(first, observe(user, ring(null, "r1")), "an untold version takes nothing back");
    List<JsonNode> events = events(user);
    assertEquals(
        List.of("provider.device.created", "provider.device.updated"),
        events.stream().map(e -> e.get("event_type").asText()).toList());
    JsonNode data = events.getLast().get("data");
    assertEquals("2", data.get("device_version").asText());
    assertEquals("ring", data.get("source_type").asText());
    assertTrue(data.get("app_id").isNull());
    assertEquals(user.toString(), data.get("user_id").asText());
  }

  @Test
  void theSoleDeviceIsCertainOnlyWhileThereIsOne() {
    UUID user = user();
    assertTrue(sole(user, "oura").isEmpty());
    UUID one = observe(user, ring("1", "r1"));
    assertEquals(one, sole(user, "oura").orElseThrow());
    assertTrue(sole(user, "fitbit").isEmpty());
    observe(user, ring("1", null));
    assertTrue(sole(user, "oura").isEmpty());
  }

  private Optional<UUID> sole(UUID user, String provider) {
    DeviceRegistry.ReportedDevices told =
        new DeviceRegistry.ReportedDevices(node.tenant(), user, null, provider, List.of());
    return node.db().tx(tx -> DEVICES.observeAll(tx, List.of(told))).getFirst();
  }

  @Test
  void devicesAreReadByTheirTeamOnly() {
    UUID user = user();
    UUID device = observe(user, ring("1", "r1"));
    String path = "/v2/user/" + user + "/device";
    assertEquals(1, node.get(path).expect(200).json().size());
    JsonNode d = node.get(path + "/" + device).expect(200).json();
    assertEquals("r1", d.get("device_id").asText());
    assertEquals(0, node.get("/v2/user/" + user() + "/device/").expect(200).json().size());
    node.get(path + "/" + Ids.uuid()).expect(404);
    node.get("/v2/user/" + Ids.uuid() + "/device").expect(404);
    UUID foreign = Ids.uuid();
    node.db()
        .query(
            "insert into app_user (id, team_id, environment) values ($1, $2, 'production')",
            foreign,
            node.first().team());
    node.get("/v2/user/" + foreign + "/device").expect(404);
  }
}
