package io.tributary.lab.insurance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.db.Tx;
import io.tributary.kernel.Json;
import io.tributary.kernel.Refusal;
import io.tributary.kernel.Secrets;
import io.tributary.kernel.Tenant;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Insurances of users, and whether an order can be billed to one. */
public final class Insurances {
  private static final String COLUMNS =
      """
      select i.id, i.user_id, i.is_primary, i.document_encrypted, p.code, p.name,
             p.address::text as address
        from insurance i join app_user u on u.id = i.user_id join payor p on p.id = i.payor_id
       where u.team_id = $1 and u.environment = $2 and u.deleted_at is null
      """;
  private static final String BY_ID = COLUMNS + " and i.id = $3";
  private static final String LATEST =
      COLUMNS + " and i.user_id = $3 and i.is_primary = $4 order by i.number desc limit 1";

  private final Secrets secrets;

  /**
   * @param secrets seals names and addresses
   */
  public Insurances(Secrets secrets) {
    this.secrets = secrets;
  }

  byte[] seal(UUID user, ObjectNode document) {
    return secrets.seal(Json.bytes(document), user.toString());
  }

  public Optional<Insurance> find(Tx tx, Tenant t, UUID insurance) {
    return tx.first(BY_ID, t.team(), t.environment().wire(), insurance).map(this::read);
  }

  /** The newest of the user, by which orders are billed if it is a primary one. */
  public Optional<Insurance> latest(Tx tx, Tenant t, UUID user, boolean primary) {
    return tx.first(LATEST, t.team(), t.environment().wire(), user, primary).map(this::read);
  }

  /**
   * What an order that is billed to an insurance is billed by: labs.md §14.
   *
   * @throws Refusal 400 without a primary insurance or good diagnoses
   */
  public Insurance forOrder(Tx tx, Tenant t, UUID user, List<String> icdCodes) {
    if (icdCodes.isEmpty()) {
      throw Refusal.invalid("commercial_insurance needs icd_codes");
    }
    IcdCheck check = IcdCheck.of(Icd10.bundled(), icdCodes);
    if (!check.errors().isEmpty()) {
      throw Refusal.invalid("icd_codes: " + String.join("; ", check.errors()));
    }
    if (!check.valid()) {
      IcdCheck.Pair p = check.violations().getFirst();
      throw Refusal.invalid("icd_codes: " + p.code() + " excludes " + p.other());
    }
    return latest(tx, t, user, true)
        .orElseThrow(
            () -> Refusal.invalid("commercial_insurance needs a primary insurance of the user"));
  }

  private Insurance read(Row r) {
    return new Insurance(
        r.getUUID("id"),
        r.getBoolean("is_primary"),
        r.getString("code"),
        r.getString("name"),
        Json.parse(r.getString("address")),
        Json.parse(
            secrets.open(
                r.getBuffer("document_encrypted").getBytes(), r.getUUID("user_id").toString())));
  }
}
