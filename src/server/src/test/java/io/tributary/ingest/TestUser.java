package io.tributary.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.device.DeviceRegistry;
import io.tributary.event.Outbox;
import io.tributary.metrics.Metrics;
import io.tributary.model.DeviceDescription;
import io.tributary.model.LegacySource;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.SourceType;
import io.tributary.testkit.TestNode;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

/** A test user with its own ingest, stored data and events. */
public final class TestUser {
  private final TestNode node;
  private final Metrics meters = new Metrics();
  private final Ingest ingest;
  public final UUID id;
  public LocalDate from;
  public LocalDate to;

  /** Provider of the stored data. */
  public String provider = "fitbit";

  private TestUser(TestNode node, Tenant tenant, boolean legacy) {
    this.node = node;
    this.id = Ids.uuid();
    createEndpoint(node, tenant);
    this.ingest =
        new Ingest(
            new Outbox(),
            legacy,
            slug -> new LegacySource("Name", slug, ""),
            new DeviceRegistry(new Outbox()),
            meters);
    node.db()
        .query(
            "insert into app_user (id, team_id, environment, client_user_id) values ($1, $2, $3,"
                + " $4)",
            id,
            tenant.team(),
            tenant.environment().wire(),
            "client-" + id);
  }

  /** Creates a disabled endpoint, because events are recorded only if the team has an endpoint. */
  private static void createEndpoint(TestNode node, Tenant tenant) {
    node.db()
        .query(
            """
            insert into webhook_endpoint (id, team_id, environment, shard, url, disabled)
            select 'ep_' || $1::uuid || $2, $1, $2, 0, 'http://localhost/', true
            on conflict do nothing
            """,
            tenant.team(),
            tenant.environment().wire());
  }

  public static TestUser of(TestNode node) {
    return new TestUser(node, node.tenant(), true);
  }

  public static TestUser without(TestNode node) {
    return new TestUser(node, node.tenant(), false);
  }

  public static TestUser of(TestNode node, Tenant tenant) {
    return new TestUser(node, tenant, true);
  }

  /** Registers a device of the user's connection. */
  public UUID registerDevice(String model) {
    DeviceDescription facts =
        new DeviceDescription("fitbit", SourceType.WATCH, null, "Fitbit", model, null, null);
    return node.db()
        .tx(tx -> new DeviceRegistry(new Outbox()).observe(tx, node.tenant(), id, null, facts));
  }

  Db db() {
    return node.db();
  }

  public IngestTarget target() {
    return new IngestTarget(node.tenant(), id, "client-" + id, provider, from, to);
  }

  public GroupCommit intake() {
    return new GroupCommit(node.db(), ingest);
  }

  public IngestResult store(NormalizedBatch batch) {
    return node.db().tx(tx -> ingest.store(tx, target(), batch, false));
  }

  public IngestResult backfill(NormalizedBatch batch) {
    return node.db().tx(tx -> ingest.store(tx, target(), batch, true));
  }

  /** Stores the batch and rolls back. */
  public void storeAndRollBack(NormalizedBatch batch) {
    try {
      node.db()
          .tx(
              tx -> {
                ingest.store(tx, target(), batch, false);
                throw new IllegalStateException("in vain");
              });
    } catch (IllegalStateException e) {
      // expected
    }
  }

  /** Returns the bodies of this user's events, oldest first. */
  public List<JsonNode> events() {
    return RowMapping.list(
        node.db()
            .query(
                "select body from message where user_id = $1 and event_type like 'daily.%' order by"
                    + " id",
                id),
        r -> Json.parse(RowMapping.bytes(r, "body")));
  }

  public List<String> eventTypes() {
    return events().stream().map(e -> e.get("event_type").asText()).toList();
  }

  public long rows(String table) {
    return node.db()
        .query(
            table.equals("sample")
                ? "select count(*) from sample s join series t on t.id = s.series_id where"
                    + " t.user_id = $1"
                : "select count(*) from " + table + " where user_id = $1",
            id)
        .iterator()
        .next()
        .getLong(0);
  }

  double counted(String meter, String outcome) {
    return meters.counter(meter, "outcome", outcome).count();
  }
}
