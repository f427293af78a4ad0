package io.tributary.bulk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.crypto.KeyOwner;
import io.tributary.crypto.Vault;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.link.GrantImporter.Grant;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Imported grants that are not connections yet: table {@code bulk_import_batch} and the operation's
 * entries.
 */
final class BulkImportRepo {
  /** Grants per part. The grants of a part are encrypted together. */
  static final int PART_SIZE = 500;

  private static final String INSERT_OPERATION =
      """
      insert into bulk_op (id, team_id, environment, type, provider, status, total)
      values ($1, $2, $3, 'link_bulk_import', $4, 'in_progress', $5)
      """;
  private static final String ENTRIES =
      """
      insert into bulk_op_entry (op_id, position, user_id, state)
      select $1, u.position::int, u.id, 'pending'
        from unnest($2::uuid[]) with ordinality as u (id, position)
      """;
  private static final String ADD_PART =
      "insert into bulk_import_batch (op_id, batch_number, app_id, connections_encrypted) values"
          + " ($1, $2, $3, $4)";
  private static final String CLAIM =
      """
      with due as materialized (
        select op_id, batch_number from bulk_import_batch
         where due_at <= now() and (lease_expires_at is null or lease_expires_at < now())
         order by due_at, op_id, batch_number limit $1 for update skip locked
      )
      update bulk_import_batch p
         set lease_expires_at = now() + make_interval(secs => $2), attempt = attempt + 1
        from due, bulk_op o
       where p.op_id = due.op_id and p.batch_number = due.batch_number and o.id = p.op_id
      returning p.op_id, p.batch_number, p.app_id, p.connections_encrypted, o.team_id, o.environment, o.provider
      """;
  private static final String PENDING =
      """
      select position from bulk_op_entry
       where op_id = $1 and position = any ($2) and state = 'pending' order by position for update
      """;
  private static final String IN_PROGRESS =
      "select 1 from bulk_op where id = $1 and status = 'in_progress'";
  private static final String END_ENTRY =
      "update bulk_op_entry set state = $3, reason = $4 where op_id = $1 and position = $2";
  private static final String END_REMAINING =
      """
      update bulk_op_entry set state = $4, reason = $5
       where op_id = $1 and position between $2 and $3 and state = 'pending'
      """;
  // The first pull obeys the trigger rate of the provider, like a trigger that a client requested.
  // A trigger that is already queued for the connection is reused.
  private static final String TRIGGER =
      """
      insert into pull_trigger (id, provider, app_id, connection_id, state)
      values (gen_random_uuid(), $1, $2, $3, 'queued')
      on conflict (connection_id) where state = 'queued' do nothing
      """;
  private static final String DELETE_PART =
      "delete from bulk_import_batch where op_id = $1 and batch_number = $2";
  private static final String RELEASE =
      """
      update bulk_import_batch set lease_expires_at = null, due_at = now() + make_interval(secs => $3)
       where op_id = $1 and batch_number = $2
      """;
  private static final String RESULTS =
      """
      select user_id, state = 'imported' as imported from bulk_op_entry
       where op_id = $1 order by position
      """;

  private final Db db;
  private final Vault vault;

  BulkImportRepo(Db db, Vault vault) {
    this.db = db;
    this.vault = vault;
  }

  /**
   * Grants that are stored and imported together. The first one has the position {@code part * PART
   * + 1}.
   */
  record ImportPart(UUID op, int part, UUID app, Tenant tenant, String provider, byte[] sealed) {
    int position(int index) {
      return part * PART_SIZE + index + 1;
    }
  }

  /** User IDs by outcome: connected, and not connected. */
  record Results(List<UUID> imported, List<UUID> failed) {}

  void createOperation(
      Tx tx, UUID op, Tenant tenant, String provider, UUID app, List<Grant> grants) {
    tx.update(
        INSERT_OPERATION, op, tenant.team(), tenant.environment().wire(), provider, grants.size());
    tx.update(ENTRIES, op, grants.stream().map(Grant::user).toArray(UUID[]::new));
    KeyOwner owner = new KeyOwner.Team(tenant.team());
    for (int part = 0; part * PART_SIZE < grants.size(); part++) {
      List<Grant> of =
          grants.subList(part * PART_SIZE, Math.min(grants.size(), (part + 1) * PART_SIZE));
      tx.update(
          ADD_PART, op, part, app, vault.seal(tx, owner, Json.text(json(of)), context(op, part)));
    }
  }

  List<ImportPart> claim(int free, Duration lease) {
    return RowMapping.list(
        db.query(CLAIM, free, lease.toMillis() / 1000.0),
        r ->
            new ImportPart(
                r.getUUID("op_id"),
                r.getInteger("batch_number"),
                r.getUUID("app_id"),
                Tenant.of(r.getUUID("team_id"), r.getString("environment")),
                r.getString("provider"),
                RowMapping.bytes(r, "connections_encrypted")));
  }

  List<Grant> decryptGrants(ImportPart p) {
    List<Grant> out = new ArrayList<>();
    Json.parse(vault.open(p.sealed(), context(p.op(), p.part()))).forEach(n -> out.add(grant(n)));
    return out;
  }

  /** Locks the operation until the transaction ends. Returns false when it was aborted. */
  boolean lockIfInProgress(Tx tx, UUID op) {
    return tx.first(IN_PROGRESS + " for share", op).isPresent();
  }

  /** Returns the given positions that are still pending, and locks them. */
  Set<Integer> lockPending(Tx tx, UUID op, List<Integer> positions) {
    return RowMapping.list(
            tx.query(PENDING, op, positions.toArray(Integer[]::new)), r -> r.getInteger("position"))
        .stream()
        .collect(Collectors.toSet());
  }

  /**
   * Records the outcome of one entry.
   *
   * @param reason why the import failed, or null when it succeeded
   */
  void endEntry(Tx tx, UUID op, int position, String reason) {
    tx.update(END_ENTRY, op, position, reason == null ? "imported" : "failed", reason);
  }

  /** Ends every entry of the part that is still pending. */
  void endRemaining(Tx tx, ImportPart p, String state, String reason) {
    tx.update(END_REMAINING, p.op(), p.position(0), p.position(PART_SIZE - 1), state, reason);
  }

  void queueTrigger(Tx tx, String provider, UUID app, UUID connection) {
    tx.update(TRIGGER, provider, app, connection);
    tx.wakeAfterCommit("trigger");
  }

  void deletePart(Tx tx, ImportPart p) {
    tx.update(DELETE_PART, p.op(), p.part());
  }

  void release(ImportPart p, Duration wait) {
    db.query(RELEASE, p.op(), p.part(), wait.toMillis() / 1000.0);
  }

  Future<Results> results(UUID op) {
    return db.read(RESULTS, op)
        .map(
            rows -> {
              Results out = new Results(new ArrayList<>(), new ArrayList<>());
              for (Row r : rows) {
                (r.getBoolean("imported") ? out.imported() : out.failed())
                    .add(r.getUUID("user_id"));
              }
              return out;
            });
  }

  private static String context(UUID op, int part) {
    return op + " import " + part;
  }

  private static ArrayNode json(List<Grant> grants) {
    ArrayNode out = Json.array();
    for (Grant g : grants) {
      var n =
          out.addObject()
              .put("user", g.user().toString())
              .put("access", g.access())
              .put("refresh", g.refresh())
              .put("account", g.account())
              .put("expires", g.expiresAt() == null ? null : g.expiresAt().getEpochSecond());
      n.set("scopes", g.scopes() == null ? null : Json.tree(g.scopes()));
    }
    return out;
  }

  private static Grant grant(JsonNode n) {
    List<String> scopes = null;
    if (n.hasNonNull("scopes")) {
      scopes = new ArrayList<>();
      for (JsonNode s : n.get("scopes")) {
        scopes.add(s.textValue());
      }
    }
    return new Grant(
        UUID.fromString(n.get("user").textValue()),
        n.get("access").textValue(),
        n.get("refresh").textValue(),
        n.get("account").textValue(),
        n.hasNonNull("expires") ? Instant.ofEpochSecond(n.get("expires").longValue()) : null,
        scopes);
  }
}
